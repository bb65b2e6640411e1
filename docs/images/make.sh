#!/bin/sh
# Makes the pictures of docs/ and of the README from real runs of the tutorial's program and of the demo.
#
#   docs/images/make.sh [FOLDER [PART...]]
#
# FOLDER keeps programs, recordings and pages. A run with a page there is not repeated (default: docs/images/target).
# PART is demo, tutorial or tracy (default: all). The tutorial's text has the figures of its pictures: change both together.
#
# Needs what ./zonecast test needs, Xvfb, ImageMagick, and xdotool with TRACY_PROFILER=FILE, a Tracy viewer, for the part tracy.
# Without TRACY_PROFILER that part is left out.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/docs/images/pictures.sh"
[ $# = 0 ] || shift
parts=${*:-demo tutorial tracy}
page=$root/docs/tutorial/first-slow-frame.md

wanted() {
    case " $parts " in
    *" $1 "*) return 0 ;;
    esac
    return 1
}

# The N-th class of a name on the tutorial's page: source CLASS N FOLDER
source_of() {
    mkdir -p "$3"
    awk -v class="$1" -v wanted="$2" '
        /^```java/ { text = ""; inside = 1; next }
        /^```/ && inside { inside = 0; if (text ~ ("(^|\n)class " class " ") && ++found == wanted) printf "%s", text }
        inside { text = text $0 "\n" }' "$page" >"$3/$1.java"
    [ -s "$3/$1.java" ]
}

# The change of the page's only diff, made to FILE.
apply_diff() {
    awk 'FNR == NR { if (/^```diff/) inside = 1; else if (/^```/) inside = 0
             else if (inside && /^-/) old[++olds] = substr($0, 2)
             else if (inside && /^\+/) new[++news] = substr($0, 2); next }
         { for (i = 1; i <= olds; i++) if ($0 == old[i]) { $0 = new[i]; changed++ } print }
         END { if (changed != olds || olds != news) exit 1 }' "$page" "$1" >"$1.new"
    mv "$1.new" "$1"
}

# Runs the game of FOLDER into FOLDER/swarm.fxt, beside whatever else the command line has.
play() {
    (cd "$1" && shift && DISPLAY=$display "$java" --enable-native-access=ALL-UNNAMED -Dorg.lwjgl.system.memoryBackend=ffm \
        --class-path "$root/demo/target/lib/*" "$@" Game.java)
}

# Scripts of the page: a click on the cell of a table, a press of keys.
click="async (table, text) => { [...document.querySelectorAll(table + ' button.cell')].find(cell => cell.textContent.includes(text)).click();
    await new Promise(done => setTimeout(done, 500)); }"
press="keys => [...keys].forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"

"$root/zonecast" demo --frames 2 --no-record >/dev/null
need_photographer

# --- the demo: a frame, twenty frames, its page

if wanted demo; then
    mkdir -p "$work/demo"
    if [ ! -f "$work/demo/demo.html" ]; then
        "$root/zonecast" demo --frames 60 --size 1280x720 --no-record --screenshot "$work/demo/demo.png"
        # Small, so that a renderer in software draws more than ten frames a second.
        "$root/zonecast" demo --frames 150 --size 480x270 --record "$work/demo/demo.fxt"
        "$root/zonecast" report "$work/demo/demo.fxt"
    fi
    convert "$work/demo/demo.png" -strip -quality 85 "$images/demo.jpg"
    convert "$work/demo/demo-frames.png" -strip -resize 1236x -quality 85 "$images/demo-frames.jpg"
    photograph "$work/demo/demo.html" "$images/report.png" 1500 1000 ''
    shrink "$images/report.png" 256
fi

start_display 1280x560

# --- the four stages of the tutorial: zones, inner zones, GPU and pictures, the change

if wanted tutorial; then
    for stage in 1 2 3 4; do
        source_of Swarm 1 "$work/$stage"
        source_of Neighbours "$([ $stage = 1 ] && echo 1 || echo 2)" "$work/$stage"
        source_of Game "$([ $stage -lt 3 ] && echo 1 || echo 2)" "$work/$stage"
    done
    apply_diff "$work/4/Neighbours.java"
    for stage in 1 2 3 4; do
        [ ! -f "$work/$stage/swarm.html" ] || continue
        if [ "$stage" = 1 ]; then
            (sleep 8 && DISPLAY=$display import -window Swarm "$images/tutorial-window.png") &
        fi
        play "$work/$stage" -Dzonecast.listen=false -Dzonecast.record=swarm.fxt
        "$root/zonecast" report "$work/$stage/swarm.fxt"
    done
    shrink "$images/tutorial-window.png" 64

    photograph "$work/1/swarm.html" "$work/page.png" 1400 640 ''
    crop "$work/page.png" "$images/tutorial-frames.png" 1400x132+0+38
    crop "$work/page.png" "$images/tutorial-worst.png" 1400x260+0+170
    crop "$work/page.png" "$images/tutorial-page.png" 1400x640+0+0

    photograph "$work/2/swarm.html" "$work/zone.png" 1400 700 '' \
        "($click)('#zone-table', 'follow neighbours')" "document.querySelector('#call-table button.cell').click()" "($press)('sssss')"
    crop "$work/zone.png" "$images/tutorial-zone.png" 1400x700+0+0

    photograph "$work/3/swarm.html" "$work/slow.png" 1400 700 ''
    crop "$work/slow.png" "$images/tutorial-gpu.png" 1086x150+0+170
    photograph "$work/3/swarm.html" "$work/before.png" 1400 700 '#frame=330'
    convert "$work/before.png" "$work/slow.png" -crop 310x240+1090+170 +repage +append "$images/tutorial-pictures.png"
    shrink "$images/tutorial-pictures.png"

    photograph "$work/4/swarm.html" "$work/after.png" 1400 700 '#frame=400'
    convert "$work/slow.png" "$work/after.png" -crop 1400x132+0+38 +repage -append "$images/tutorial-compare.png"
    shrink "$images/tutorial-compare.png"

    # The README's picture has numbers at what its text names.
    number() {
        printf 'fill #d6336c circle %s,%s %s,%s fill white text %s,%s "%s" ' "$1" "$2" $(($1 + 12)) "$2" $(($1 - 5)) $(($2 + 6)) "$3"
    }
    convert "$work/slow.png" -font "$(fc-match -f "%{file}" sans:bold)" -pointsize 18 -draw "$(number 875 90 1)$(number 700 199 2)$(number 700 244 3)$(number 1120 262 4)" \
        "$images/slow-frame.png"
    shrink "$images/slow-frame.png"
fi

# --- Tracy, live

wanted tracy && [ -n "${TRACY_PROFILER:-}" ] || exit 0

Xvfb "$display"1 -screen 0 1280x560x24 -nolisten tcp >/dev/null 2>&1 &
viewers=$!
trap 'kill "$server" "$viewers"' EXIT

# Not the usual port: a viewer of this machine may look for programs there.
port=8099
export JDK_JAVA_OPTIONS="-Dzonecast.port=$port"

# In the viewer's window: pointer STEPS...
pointer() {
    DISPLAY=${display}1 xdotool "$@"
    sleep 0.5
}

# Opens the viewer, which waits for a program.
open_tracy() {
    DISPLAY=${display}1 HOME=$work LIBGL_ALWAYS_SOFTWARE=1 "$TRACY_PROFILER" -a 127.0.0.1 -p $port >/dev/null 2>&1 &
    viewer=$!
    sleep 4
    window=$(DISPLAY=${display}1 xdotool search --onlyvisible --name Tracy | tail -n 1)
    pointer windowmove "$window" 0 0 windowsize "$window" 1280 560
}

# film NAME FIRST STEP COUNT: the viewer with the frames at positions FIRST, FIRST + STEP, ... of its row of frames
film() {
    rm -f "$work/$1"-??.png
    i=0
    while [ $i -lt "$4" ]; do
        pointer mousemove $(($2 + $3 * i)) 44 click 1
        pointer mousemove 1200 556
        i=$((i + 1))
        DISPLAY=${display}1 import -window root "$work/$1-$(printf %02d $i).png"
    done
}

open_tracy
"$root/zonecast" demo --no-record --frames 0 --lua off --size 480x270 >/dev/null 2>&1 &
demo=$!
sleep 12
pointer mousemove 17 14 click 1 # takes the box of the connection away
film demo 80 23 10
kill "$viewer" "$demo"
convert -delay 60 -loop 0 "$work"/demo-??.png -crop 1280x330+0+0 +repage -resize 960x +dither -colors 64 -layers optimize "$images/tracy-live.gif"
sleep 2

open_tracy
play "$work/3" >/dev/null 2>&1 &
game=$!
sleep 6
pointer mousemove 17 14 click 1
sleep 7 # until the slow frames are there
for i in 1 2 3 4; do
    DISPLAY=${display}1 import -window root "$work/swarm-$i.png"
    sleep 0.3
done
kill "$viewer"
kill "$game" 2>/dev/null || :
crop "$work/swarm-1.png" "$images/tutorial-tracy.png" 1280x240+0+0
