FRAME_BLOCK uniform Frame {
    mat4 viewProjection;
    mat4 inverseViewProjection;
    mat4 shadowViewProjection;
    vec4 eyeAndTime;
    vec4 directionToSun;
};
