layout(location = 0) in vec3 vertexPosition;
layout(location = 1) in vec3 vertexNormal;
layout(location = 2) in vec4 instancePositionRadius;
layout(location = 3) in vec4 instanceRotation;
layout(location = 4) in vec4 instanceScaleEmission;
layout(location = 5) in vec4 instanceColourRoughness;

// Turns a vector by a unit quaternion without making a matrix of it.
vec3 rotate(vec4 quaternion, vec3 vector) {
    vec3 t = 2.0 * cross(quaternion.xyz, vector);
    return vector + quaternion.w * t + cross(quaternion.xyz, t);
}

vec3 worldPositionOfVertex() {
    return rotate(instanceRotation, vertexPosition * instanceScaleEmission.xyz) + instancePositionRadius.xyz;
}
