"""What the pieces are: specs, the catalogue of model files, materials, meshes, mass and inertia."""
