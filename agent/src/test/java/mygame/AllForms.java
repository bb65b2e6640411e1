package mygame;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** A program that knows nothing of Zonecast, with methods of all forms. Each is called as often as its name says. */
public final class AllForms {
    private AllForms() {}

    /**
     * Calls all.
     *
     * @param arguments the folder of a mod
     */
    public static void main(String[] arguments) throws Exception {
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += three(i, 2.5, "x", null) + new Point(i, 1).three();
        }
        sum += ends();
        sum += recursive5(4);
        sum += AllForms.<String>generic1(List.of("b", "a")).length();
        sum += finally2(true) + finally2(false);
        sum += synchronized1() + new AllForms.Child(7).block1(new Object());
        sum += new Child().value1();
        sum += lambda2(x -> x + 1) + lambda2(x -> x * 2);
        sum += strings4("walk") + strings4("run") + strings4("jump") + strings4("?");
        sum += Shape.static1() + new Square().default1() + new Square().area1();
        sum += Mode.FAST.speed1() + Mode.valueOf("SLOW").speed1();
        sum += new Box(1, 2).volume1() + new Box(1, 2).hashCode() * 0L;
        sum += longsAndDoubles1(1, 2, 3, 4);
        sum += resources1()
                + loops1(1000)
                + new Object() {
                    int anonymous1() {
                        return 3;
                    }
                }.anonymous1();
        sum += childLoader(arguments[0]);
        System.out.println("sum " + sum);
    }

    static int three(int a, double b, String c, long[] d) {
        return a + (int) b + c.length() + (d == null ? 0 : d.length);
    }

    private static int ends() {
        int caught = 0;
        for (int i = 0; i < 4; i++) {
            try {
                caught += throws4(i);
            } catch (IllegalStateException e) {
                caught += 100;
            }
        }
        return caught;
    }

    static int throws4(int i) {
        if (i % 2 == 0) {
            throw new IllegalStateException("even");
        }
        return deep2(i);
    }

    private static int deep2(int i) {
        return i;
    }

    static int recursive5(int n) {
        return n == 0 ? 0 : 1 + recursive5(n - 1);
    }

    static <T extends Comparable<T>> T generic1(List<? extends T> all) {
        var sorted = new ArrayList<T>(all);
        sorted.sort(Comparator.naturalOrder());
        return sorted.getFirst();
    }

    @SuppressWarnings("finally")
    static int finally2(boolean thrown) {
        int result = 1;
        try {
            if (thrown) {
                throw new IOException("thrown");
            }
            return result;
        } catch (IOException e) {
            result = 2;
        } finally {
            result += 10;
        }
        return result;
    }

    static synchronized int synchronized1() {
        return 5;
    }

    static int lambda2(IntUnaryOperator operator) {
        Supplier<Integer> inner = () -> operator.applyAsInt(3);
        return inner.get();
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch") // The form is what is tested.
    static int strings4(String text) {
        switch (text) {
            case "walk":
                return 1;
            case "run":
                return 2;
            case "jump":
                int height = 3;
                return height;
            default:
                return 0;
        }
    }

    static long longsAndDoubles1(long a, double b, long c, double d) {
        long sum = 0;
        for (double x = b; x < d; x++) {
            long inLoop = a + c;
            sum += inLoop;
        }
        Object merged = sum > 2 ? Long.valueOf(sum) : "text";
        return merged instanceof Long value ? value : 0;
    }

    static int resources1() throws IOException {
        try (var in = new ByteArrayInputStream(new byte[] {1, 2, 3})) {
            return in.readAllBytes().length;
        }
    }

    static int loops1(int n) {
        int even = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int k = 0; ; k++) {
                if (k > 3) {
                    continue outer;
                }
                if (i > n / 2) {
                    break outer;
                }
                even += (i + k) % 2;
            }
        }
        return even;
    }

    /** Its classes are in no class path. The superclass of one is missing. */
    private static int childLoader(String folder) throws Exception {
        URL jar = Path.of(folder, "some-mod.jar").toUri().toURL();
        try (var loader = new URLClassLoader(new URL[] {jar}, AllForms.class.getClassLoader())) {
            try {
                Class<?> orphan = Class.forName("mymod.Orphan", true, loader);
                throw new IllegalStateException(orphan + " has a superclass");
            } catch (NoClassDefFoundError e) {
                System.out.println("missing: " + e.getMessage());
            }
            int sum = 0;
            for (String name : List.of("Mod.mod1", "Mod.huge1", "Mod.nearly1", "Old.old1")) {
                int dot = name.indexOf('.');
                sum += (int) loader.loadClass("mymod." + name.substring(0, dot))
                        .getMethod(name.substring(dot + 1))
                        .invoke(null);
            }
            return sum;
        }
    }

    static class Parent {
        final int value;

        Parent(int value) {
            this.value = value;
        }

        int value1() {
            return value;
        }
    }

    static class Child extends Parent {
        final int[] more;

        Child() {
            this(System.nanoTime() > 0 ? 1 : 2);
        }

        Child(int value) {
            super(new Point(value > 3 ? value : 0, new Point(1, 2).y).x);
            more = new int[] {value};
        }

        int block1(Object lock) {
            synchronized (lock) {
                if (more.length == 1) {
                    return more[0];
                }
                more[0]++;
            }
            return 0;
        }
    }

    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        int three() {
            return x + y;
        }
    }

    interface Shape {
        static int static1() {
            return 1;
        }

        default int default1() {
            return private1() + 1;
        }

        private int private1() {
            return 10;
        }

        Number area1();
    }

    static final class Square implements Shape {
        @Override
        public Integer area1() {
            return 4;
        }
    }

    enum Mode {
        FAST {
            @Override
            int speed1() {
                return 2;
            }
        },
        SLOW;

        int speed1() {
            return 1;
        }
    }

    record Box(int width, int height) {
        Box {
            if (width < 0) {
                throw new IllegalArgumentException("no box");
            }
        }

        int volume1() {
            return width * height();
        }
    }
}
