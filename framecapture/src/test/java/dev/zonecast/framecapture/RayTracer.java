package dev.zonecast.framecapture;

/** Spheres on a checked floor under a sun, with shadows and one reflection: what a small game's frame looks like. */
final class RayTracer {
    private static final double[][] SPHERES = {
        // x, y, z, radius, red, green, blue
        {0, 1, 0, 1, 0.85, 0.15, 0.12},
        {-2.3, 0.7, 0.8, 0.7, 0.15, 0.55, 0.85},
        {1.9, 0.6, 1.2, 0.6, 0.95, 0.8, 0.2},
        {0.9, 0.35, -1.6, 0.35, 0.3, 0.8, 0.35},
        {-1.1, 0.45, -1.5, 0.45, 0.9, 0.9, 0.92},
        {3.2, 1.3, -2.5, 1.3, 0.5, 0.25, 0.7},
    };

    private final double eyeX;
    private final double eyeZ;
    private final double[] sun;
    private final double dusk;

    RayTracer(double angle, double sunHeight) {
        eyeX = 6 * Math.sin(angle);
        eyeZ = 6 * Math.cos(angle);
        double length = Math.sqrt(1 + sunHeight * sunHeight + 0.16);
        sun = new double[] {0.4 / length, sunHeight / length, 1 / length};
        dusk = Math.max(0, 1 - sunHeight * 1.4);
    }

    void render(int[] rgba, int width, int height) {
        double[] colour = new double[3];
        double distance = Math.hypot(eyeX, eyeZ);
        double forwardX = -eyeX / distance;
        double forwardZ = -eyeZ / distance;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double u = (2.0 * x / width - 1) * width / height * 0.62;
                double v = (1 - 2.0 * y / height) * 0.62 - 0.18;
                double dx = forwardX - forwardZ * u;
                double dz = forwardZ + forwardX * u;
                double length = Math.sqrt(dx * dx + v * v + dz * dz);
                trace(eyeX, 1.9, eyeZ, dx / length, v / length, dz / length, 1, colour);
                rgba[y * width + x] = TestImages.rgb(tone(colour[0]), tone(colour[1]), tone(colour[2]));
            }
        }
    }

    private static int tone(double light) {
        return (int) (255 * Math.pow(Math.min(1, Math.max(0, light)), 1 / 2.2) + 0.5);
    }

    private void trace(double ox, double oy, double oz, double dx, double dy, double dz, int depth, double[] colour) {
        int hit = -1;
        double nearest = 1e9;
        for (int i = 0; i < SPHERES.length; i++) {
            double t = distance(SPHERES[i], ox, oy, oz, dx, dy, dz);
            if (t < nearest) {
                nearest = t;
                hit = i;
            }
        }
        double floor = dy < -1e-6 ? -oy / dy : 1e9;
        if (floor < nearest && floor < 60) {
            floor(ox + dx * floor, oz + dz * floor, floor, colour);
        } else if (hit >= 0) {
            sphere(SPHERES[hit], ox + dx * nearest, oy + dy * nearest, oz + dz * nearest, dx, dy, dz, depth, colour);
        } else {
            double height = Math.max(0, dy);
            colour[0] = 0.35 - 0.25 * height + 0.55 * dusk * (1 - height);
            colour[1] = 0.5 - 0.2 * height - 0.25 * dusk;
            colour[2] = 0.8 - 0.5 * dusk * (1 - height * 0.5);
        }
    }

    private void floor(double x, double z, double distance, double[] colour) {
        double tile = (((int) Math.floor(x) + (int) Math.floor(z)) & 1) == 0 ? 0.55 : 0.12;
        double light = 0.2 + 0.8 * sun[1] * (inShadow(x, 1e-4, z) ? 0 : 1);
        double haze = 1 - Math.exp(-distance / 25);
        colour[0] = tile * light * (1 + 0.3 * dusk) * (1 - haze) + haze * (0.35 + 0.4 * dusk);
        colour[1] = tile * light * (1 - haze) + haze * 0.45;
        colour[2] = tile * light * (1 - 0.4 * dusk) * (1 - haze) + haze * 0.6;
    }

    private void sphere(
            double[] s, double px, double py, double pz, double dx, double dy, double dz, int depth, double[] colour) {
        double nx = (px - s[0]) / s[3];
        double ny = (py - s[1]) / s[3];
        double nz = (pz - s[2]) / s[3];
        double facing = dx * nx + dy * ny + dz * nz;
        double rx = dx - 2 * facing * nx;
        double ry = dy - 2 * facing * ny;
        double rz = dz - 2 * facing * nz;
        double[] mirrored = new double[3];
        if (depth > 0) {
            trace(px + nx * 1e-4, py + ny * 1e-4, pz + nz * 1e-4, rx, ry, rz, depth - 1, mirrored);
        }
        double lit = inShadow(px + nx * 1e-3, py + ny * 1e-3, pz + nz * 1e-3)
                ? 0
                : Math.max(0, nx * sun[0] + ny * sun[1] + nz * sun[2]);
        double shine = lit == 0 ? 0 : Math.pow(Math.max(0, rx * sun[0] + ry * sun[1] + rz * sun[2]), 40);
        double mirror = 0.08 + 0.4 * Math.pow(1 + Math.min(0, facing), 4);
        for (int i = 0; i < 3; i++) {
            colour[i] = s[4 + i] * (0.15 + 0.85 * lit) * (1 - mirror) + mirror * mirrored[i] + shine;
        }
    }

    private boolean inShadow(double x, double y, double z) {
        for (double[] s : SPHERES) {
            if (distance(s, x, y, z, sun[0], sun[1], sun[2]) < 1e9) {
                return true;
            }
        }
        return false;
    }

    /** Distance to a sphere along a ray, or 1e9. */
    private static double distance(double[] s, double ox, double oy, double oz, double dx, double dy, double dz) {
        double cx = ox - s[0];
        double cy = oy - s[1];
        double cz = oz - s[2];
        double b = cx * dx + cy * dy + cz * dz;
        double c = cx * cx + cy * cy + cz * cz - s[3] * s[3];
        double root = b * b - c;
        if (root < 0) {
            return 1e9;
        }
        double t = -b - Math.sqrt(root);
        return t > 1e-4 ? t : 1e9;
    }
}
