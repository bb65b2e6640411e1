package dev.zonecast.core.live;

import dev.zonecast.tracy.QueryReader;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a reader of queries tells. */
class QueryPeer implements QueryReader.Peer {
    final List<String> said = new ArrayList<>();
    int asksToEnd;

    @Override
    public void terminated() {
        said.add("terminated");
    }

    @Override
    public void asksToEnd() {
        asksToEnd++;
    }

    @Override
    public void disconnected(String reason) {
        said.add(reason);
    }

    @Override
    public void failed(String reason, Throwable failure) {
        said.add(reason + ": " + failure);
    }

    @Override
    public void misbehaved(String reason) {
        said.add(reason);
    }
}
