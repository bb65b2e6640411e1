#!/bin/sh
# Makes the picture of jobs in docs/how-to/async.md from a run of docs/images/async/Jobs.java.
#
#   docs/images/make-async.sh [FOLDER]      FOLDER keeps the recording and its page (default: docs/images/target)
#
# Needs what ./zonecast test needs, and ImageMagick.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/docs/images/pictures.sh"

page_of async "$root/docs/images/async/Jobs.java"

# The slow frame with its critical path.
photograph "$work/async.html" "$work/async.png" 1400 900 '' \
    "zonecast.view.selectFrame(zonecast.trace.frames.number.indexOf(40))" \
    "document.documentElement.style.setProperty('--bottom', '200px')" \
    "new Promise(done => setTimeout(done, 500))"
crop "$work/async.png" "$images/async.png" 1400x555+0+110
