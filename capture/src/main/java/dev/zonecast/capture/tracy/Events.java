package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;

/** One event of each class for the sink, filled again for each one that a client sends. */
final class Events {
    final FiberEvent fiber = new FiberEvent();
    final FrameEvent frame = new FrameEvent();
    final ImageEvent image = new ImageEvent();
    final GpuEvent gpu = new GpuEvent();
    final LockChange lock = new LockChange();
    final MemoryEvent memory = new MemoryEvent();
    final MessageEvent message = new MessageEvent();
    final PlotValue plot = new PlotValue();
    final ZoneRun run = new ZoneRun();
    final ZoneBegin zone = new ZoneBegin();
    final ZoneAttribute attribute = new ZoneAttribute();
}
