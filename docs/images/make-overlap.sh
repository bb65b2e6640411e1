#!/bin/sh
# Makes the picture of overlapping queues in docs/how-to/vulkan.md from a run of docs/images/overlap/Overlap.java.
#
#   docs/images/make-overlap.sh [FOLDER]      FOLDER keeps the recording and its page (default: docs/images/target)
#
# Needs what ./zonecast test needs, and ImageMagick.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/docs/images/pictures.sh"

page_of overlap "$root/docs/images/overlap/Overlap.java"

# A frame, with the scene selected: an arrow leads there from its submission.
photograph "$work/overlap.html" "$work/overlap.png" 1400 640 '' \
    "zonecast.view.selectFrame(40)" \
    "(() => { const { trace, view } = zonecast; const all = [...Array(trace.zones.count).keys()];
        const scenes = all.filter(zone => trace.name(zone) === 'scene' && trace.zones.begin[zone] > trace.frames.begin[40]);
        view.selectZone(scenes.reduce((first, zone) => (trace.zones.begin[zone] < trace.zones.begin[first] ? zone : first)));
        return new Promise(done => setTimeout(done, 500)); })()"
crop "$work/overlap.png" "$images/overlap.png" 1085x190+0+138
