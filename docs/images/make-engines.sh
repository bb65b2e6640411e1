#!/bin/sh
# Makes the pictures of docs/how-to/jmonkeyengine.md and libgdx.md from real runs of the examples.
#
#   docs/images/make-engines.sh [FOLDER]      FOLDER keeps the recordings and their pages (default: docs/images/target)
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

"$root/zonecast" install
[ -f "$root/cli/target/test-classes/dev/zonecast/cli/report/ReportPictures.class" ] ||
    "$root/zonecast" test -q -pl cli -am -DskipTests

Xvfb "$display" -screen 0 1280x720x24 -nolisten tcp >/dev/null 2>&1 &
server=$!
trap 'kill "$server"' EXIT
sleep 1

for name in jmonkeyengine libgdx; do
    if [ ! -f "$work/$name.html" ]; then
        mvn -q -f "$root/examples/$name/pom.xml" package
        DISPLAY=$display "$java" -Dframes=400 -Dzonecast.listen=false "-Dzonecast.record=$work/$name.fxt" \
            -jar "$root/examples/$name/target/$name.jar"
        "$root/zonecast" report "$work/$name.fxt"
    fi
    "$java" --class-path "$root/cli/target/test-classes:$root/cli/target/classes:$root/cli/target/lib/*" \
        dev.zonecast.cli.report.ReportPictures "$work/$name.html" "$work/$name.png" light 1400 640 '#frame=300'
    # Fewer colours: the pictures are drawings, and the repository stays small.
    convert "$work/$name.png" -crop 1400x405+0+0 +repage -strip +dither -colors 160 "png8:$images/engine-$name.png"
done
