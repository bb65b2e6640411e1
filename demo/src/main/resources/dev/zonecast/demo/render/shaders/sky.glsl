const vec3 SUN_RADIANCE = vec3(3.7, 2.4, 1.4);

// Radiance of the evening sky without the sun's disc; also what lights the shadows and colours the distance.
vec3 skyRadiance(vec3 direction, vec3 towardsSun) {
    float up = max(direction.y, 0.0);
    vec3 horizon = vec3(0.72, 0.34, 0.22);
    vec3 middle = vec3(0.20, 0.19, 0.38);
    vec3 zenith = vec3(0.03, 0.055, 0.16);
    vec3 colour = mix(horizon, middle, smoothstep(-0.02, 0.16, up));
    colour = mix(colour, zenith, smoothstep(0.12, 0.75, up));
    float sunwards = max(dot(direction, towardsSun), 0.0);
    colour += vec3(0.75, 0.36, 0.14) * pow(sunwards, 6.0) * 0.55;
    return colour;
}
