#!/bin/sh
# Makes the pictures of docs/tutorial/game-you-did-not-write.md from a real run of its game with the agent.
#
#   docs/images/make-agent.sh [FOLDER]      FOLDER keeps the recording and its page (default: docs/images/target)
#
# Needs what ./zonecast test needs, Xvfb and ImageMagick.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
images=$root/docs/images
work=${1:-$images/target}
display=:${ZONECAST_DISPLAY:-92}
mkdir -p "$work"
work=$(CDPATH='' cd -- "$work" && pwd -P)
java=${JAVA25_HOME:+$JAVA25_HOME/bin/}java
scene=$root/docs/tutorial/scene

# Runs the game with options of the agent.
play() {
    DISPLAY=$display "$java" "-javaagent:$agent=$1" -cp "$scene/target/lib/*" Scene
}

# photograph PAGE PICTURE WIDTH HEIGHT HASH [SCRIPT...]
photograph() {
    html=$1 png=$2 width=$3 height=$4 hash=$5
    shift 5
    "$java" --class-path "$root/cli/target/test-classes:$root/cli/target/classes:$root/cli/target/lib/*" \
        dev.zonecast.cli.report.ReportPictures "$html" "$png" light "$width" "$height" "$hash" "$@"
}

# Fewer colours: the pictures are drawings, and the repository stays small.
shrink() {
    convert "$1" -strip +dither -colors "${2:-160}" "png8:$1.small"
    mv "$1.small" "$1"
}

crop() {
    convert "$1" -crop "$3" +repage "$2"
    shrink "$2"
}

"$root/zonecast" install
[ -f "$root/cli/target/test-classes/dev/zonecast/cli/report/ReportPictures.class" ] ||
    "$root/zonecast" test -q -pl cli -am -DskipTests
agent=$(ls "$root"/agent/target/zonecast-agent-*-SNAPSHOT.jar)
mvn -q -f "$scene/pom.xml" package

Xvfb "$display" -screen 0 1280x720x24 -nolisten tcp >/dev/null 2>&1 &
server=$!
trap 'kill "$server"' EXIT
sleep 1

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
