#!/bin/sh
# Makes the pictures of docs/tutorial/game-you-did-not-write.md from a real run of its game with the agent.
#
#   docs/images/make-agent.sh [FOLDER]      FOLDER keeps the recording and its page (default: docs/images/target)
#
# Needs what ./zonecast test needs, Xvfb and ImageMagick.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/docs/images/pictures.sh"
scene=$root/docs/tutorial/scene

# Runs the game with options of the agent.
play() {
    DISPLAY=$display "$java" "-javaagent:$agent=$1" -cp "$scene/target/lib/*" Scene
}

"$root/zonecast" install
need_photographer
agent=$(ls "$root"/agent/target/zonecast-agent-*-SNAPSHOT.jar)
mvn -q -f "$scene/pom.xml" package

start_display 1280x720

if [ ! -f "$work/scene.html" ]; then
    play "listen=false,images,record=$work/scene.fxt"
    "$root/zonecast" report "$work/scene.fxt"
fi

photograph "$work/scene.html" "$work/agent.png" 1400 640 ''
crop "$work/agent.png" "$images/agent-page.png" 1400x640+0+0
photograph "$work/scene.html" "$work/gpu.png" 1400 760 '' \
    "(() => { const on = [...document.querySelectorAll('select')].find(each => [...each.options].some(option => option.text === 'GPU'));
        on.value = [...on.options].find(option => option.text === 'GPU').value; on.dispatchEvent(new Event('change', {bubbles: true})); })()"
crop "$work/gpu.png" "$images/agent-gpu.png" 1400x276+0+484
