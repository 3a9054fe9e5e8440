"""Proves that a program holds a private key without sending it (private_key_jwt, RFC 7523).

    tokens = ServiceAccountTokens(url, key_id, assertion=client_assertion(pem, account_id))

Python itself signs nothing with such keys; install `gpuaas[assertions]`, which brings the package cryptography.
"""

from __future__ import annotations

import base64
import json
import time
import uuid
from collections.abc import Callable
from typing import Any
from uuid import UUID

LIFETIME_SECONDS = 60


def client_assertion(pem: str | bytes, account_id: UUID | str) -> Callable[[], str]:
    """Gives a function that signs a fresh assertion each time; the key is an EC or RSA key in PEM form."""
    algorithm, sign = _signer(pem.encode() if isinstance(pem, str) else pem)

    def assertion() -> str:
        now = int(time.time())
        claims = {
            "iss": str(account_id),
            "sub": str(account_id),
            "aud": "gpuaas",
            "iat": now,
            "exp": now + LIFETIME_SECONDS,
            "jti": str(uuid.uuid4()),
        }
        signed = f"{_encode_json({'alg': algorithm, 'typ': 'JWT'})}.{_encode_json(claims)}"
        return f"{signed}.{_encode(sign(signed.encode()))}"

    return assertion


def _signer(pem: bytes) -> tuple[str, Callable[[bytes], bytes]]:
    try:
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
    except ImportError as error:
        raise ImportError("to sign with a private key, install gpuaas[assertions]") from error

    def key_of(text: bytes) -> Any:
        try:
            return serialization.load_pem_private_key(text, None)
        except (ValueError, TypeError) as error:
            raise ValueError("a private key is an EC or RSA key in PEM form, without a password") from error

    key = key_of(pem)
    if isinstance(key, rsa.RSAPrivateKey):
        return "RS256", lambda text: key.sign(text, padding.PKCS1v15(), hashes.SHA256())
    curve = key.curve.name if isinstance(key, ec.EllipticCurvePrivateKey) else None
    if curve not in ("secp256r1", "secp384r1"):
        raise ValueError("a private key is an EC key of P-256 or P-384, or an RSA key")
    digest, size = (hashes.SHA256(), 32) if curve == "secp256r1" else (hashes.SHA384(), 48)

    def sign(text: bytes) -> bytes:
        # JWTs have both numbers one after the other, not as DER writes them.
        r, s = utils.decode_dss_signature(key.sign(text, ec.ECDSA(digest)))
        return r.to_bytes(size, "big") + s.to_bytes(size, "big")

    return f"ES{curve[4:7]}", sign


def _encode_json(value: dict[str, Any]) -> str:
    return _encode(json.dumps(value, separators=(",", ":")).encode())


def _encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
