# What the scripts that make pictures share; each sets $root first, and sources this file. Sets $images, $display, $work and $java.

images=$root/docs/images
display=:${ZONECAST_DISPLAY:-92}
work=${1:-$images/target}
mkdir -p "$work"
work=$(CDPATH='' cd -- "$work" && pwd -P)
java=${JAVA25_HOME:+$JAVA25_HOME/bin/}java

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

# The class that photographs pages is one of the tests'.
need_photographer() {
    [ -f "$root/cli/target/test-classes/dev/zonecast/cli/report/ReportPictures.class" ] ||
        "$root/zonecast" test -q -pl cli -am -DskipTests
}

# An X server without a screen, WIDTHxHEIGHT, until the script ends.
start_display() {
    Xvfb "$display" -screen 0 "$1x24" -nolisten tcp >/dev/null 2>&1 &
    server=$!
    trap 'kill "$server"' EXIT
    sleep 1
}

# page_of NAME SOURCE: the page $work/NAME.html of a run of a program of one file
page_of() {
    "$root/zonecast" demo --frames 2 --no-record >/dev/null
    need_photographer
    if [ ! -f "$work/$1.html" ]; then
        "$java" --enable-native-access=ALL-UNNAMED -Dzonecast.listen=false -Dzonecast.record="$work/$1.fxt" \
            --class-path "$root/demo/target/lib/*" "$2"
        "$root/zonecast" report "$work/$1.fxt"
    fi
}
