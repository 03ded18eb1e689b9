import base64, hashlib, os
from cryptography.hazmat.primitives import hashes, padding, serialization
from cryptography.hazmat.primitives.asymmetric import padding as rsa_padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

def encrypt_rsa(text, public_key):
    key = serialization.load_pem_public_key(public_key.encode())
    oaep = rsa_padding.OAEP(rsa_padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
    size = key.key_size // 8 - 42
    data = text.encode()
    blocks = [key.encrypt(data[at:at + size], oaep) for at in range(0, len(data), size)]
    return base64.b64encode(b"".join(blocks)).decode()

def encrypt_passphrase(text, passphrase):
    salt = os.urandom(8)
    derived = last = b""
    while len(derived) < 48:
        last = hashlib.md5(last + passphrase.encode() + salt).digest()
        derived += last
    padder = padding.PKCS7(128).padder()
    padded = padder.update(text.encode()) + padder.finalize()
    cipher = Cipher(algorithms.AES(derived[:32]), modes.CBC(derived[32:48])).encryptor()
    return base64.b64encode(b"Salted__" + salt + cipher.update(padded) + cipher.finalize()).decode()

print(encrypt_rsa(os.environ["PAYLOAD"], os.environ["PAYTWIN_MERCHANT_PUBLIC_KEY"]))
print(encrypt_passphrase(os.environ["PAYLOAD"], os.environ["PAYTWIN_MERCHANT_CLIENT_SECRET"]))
