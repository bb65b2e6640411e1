package dev.zonecast.bench;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A test that fails, for {@link StressMainTest}. It is in a list of its own. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Never.")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "Always.")
@State
public class AlwaysForbiddenStress {
    @Actor
    public void one(I_Result result) {
        result.r1 = 1;
    }

    @Actor
    public void other() {
        // jcstress wants two.
    }
}
