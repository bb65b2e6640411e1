#!/bin/sh
# Makes the pictures of docs/how-to/jmonkeyengine.md and libgdx.md from real runs of the examples.
#
#   docs/images/make-engines.sh [FOLDER]      FOLDER keeps the recordings and their pages (default: docs/images/target)
#
# Needs what ./zonecast test needs, Xvfb and ImageMagick.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/docs/images/pictures.sh"

"$root/zonecast" install
need_photographer

start_display 1280x720

for name in jmonkeyengine libgdx; do
    if [ ! -f "$work/$name.html" ]; then
        mvn -q -f "$root/examples/$name/pom.xml" package
        DISPLAY=$display "$java" -Dframes=400 -Dzonecast.listen=false "-Dzonecast.record=$work/$name.fxt" \
            -jar "$root/examples/$name/target/$name.jar"
        "$root/zonecast" report "$work/$name.fxt"
    fi
    photograph "$work/$name.html" "$work/$name.png" 1400 640 '#frame=300'
    crop "$work/$name.png" "$images/engine-$name.png" 1400x405+0+0
done
