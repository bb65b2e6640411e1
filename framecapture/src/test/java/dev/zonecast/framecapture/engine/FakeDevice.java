package dev.zonecast.framecapture.engine;

import java.util.ArrayList;
import java.util.List;

/** A GPU that finishes pictures when it is told to. Each is of one colour, the number of its frame. */
final class FakeDevice implements CaptureDevice<FakeDevice.Slot> {
    static final class Slot extends CaptureSlot {
        Progress progress = Progress.PENDING;
    }

    final List<Slot> live = new ArrayList<>();
    final List<Slot> givenUp = new ArrayList<>();
    boolean compresses;
    /** Why pictures are not drawn; null if they are. */
    String obstacle;

    int polls;
    /** Whether the GPU finishes a picture right after it was found pending. */
    boolean finishesWhenPolled;

    @Override
    public Slot createSlot() {
        Slot slot = new Slot();
        live.add(slot);
        return slot;
    }

    @Override
    public void destroySlot(Slot slot) {
        live.remove(slot);
    }

    @Override
    public boolean advance(Slot slot) {
        return true;
    }

    @Override
    public Progress poll(Slot slot) {
        polls++;
        Progress progress = slot.progress;
        if (finishesWhenPolled) {
            slot.progress = Progress.READY;
        }
        return progress;
    }

    @Override
    public String read(Slot slot, int[] words) {
        java.util.Arrays.fill(words, (int) slot.frame());
        return obstacle;
    }

    @Override
    public boolean isCompressed(Slot slot) {
        return compresses;
    }

    @Override
    public void recycle(Slot slot) {
        slot.progress = Progress.PENDING;
    }

    @Override
    public boolean giveUp(Slot slot) {
        return live.remove(slot) && givenUp.add(slot);
    }

    @Override
    public boolean compresses() {
        return compresses;
    }

    @Override
    public boolean bottomUp() {
        return false;
    }

    void finishAll() {
        live.forEach(slot -> slot.progress = Progress.READY);
    }
}
