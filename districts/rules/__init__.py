"""The overlay districts of Tisbury as law: which land they take in, and which of several demands governs."""
