import "altcha/altcha.css";
import "altcha/external";
import Pbkdf2Worker from "altcha/workers/pbkdf2?worker";

// This build carries no workers of its own as blobs, which the content policy would refuse.
$altcha.algorithms.set("PBKDF2/SHA-256", () => new Pbkdf2Worker());
