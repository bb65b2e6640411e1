#!/bin/sh
# Makes the pictures of overlapping queues in docs/how-to/vulkan.md and of the phases of frames in docs/how-to/report.md from a run of
# docs/images/overlap/Overlap.java.
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
crop "$work/overlap.png" "$images/overlap.png" 1085x190+0+168

photograph "$work/overlap.html" "$work/frame-phases.png" 1400 800 '' \
    "(() => { [...document.querySelectorAll('button')].find(each => each.textContent.startsWith('Frames')).click();
        return new Promise(done => setTimeout(done, 500)); })()"
crop "$work/frame-phases.png" "$images/frame-phases.png" 1135x256+250+543
