package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
)

func encryptRSA(text []byte, publicKey string) (string, error) {
	block, _ := pem.Decode([]byte(publicKey))
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return "", err
	}
	key := parsed.(*rsa.PublicKey)
	size := key.Size() - 42
	var encrypted []byte
	for len(text) > 0 {
		part := text[:min(size, len(text))]
		text = text[len(part):]
		bytes, err := rsa.EncryptOAEP(sha1.New(), rand.Reader, key, part, nil)
		if err != nil {
			return "", err
		}
		encrypted = append(encrypted, bytes...)
	}
	return base64.StdEncoding.EncodeToString(encrypted), nil
}

func encryptPassphrase(text []byte, passphrase string) (string, error) {
	salt := make([]byte, 8)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	var derived, last []byte
	for len(derived) < 48 {
		sum := md5.Sum(append(append(last, passphrase...), salt...))
		last = sum[:]
		derived = append(derived, last...)
	}
	block, err := aes.NewCipher(derived[:32])
	if err != nil {
		return "", err
	}
	padding := 16 - len(text)%16
	padded := append(append([]byte{}, text...), bytes.Repeat([]byte{byte(padding)}, padding)...)
	cipher.NewCBCEncrypter(block, derived[32:48]).CryptBlocks(padded, padded)
	return base64.StdEncoding.EncodeToString(append(append([]byte("Salted__"), salt...), padded...)), nil
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func main() {
	payload := []byte(os.Getenv("PAYLOAD"))
	rsaText, err := encryptRSA(payload, os.Getenv("PAYTWIN_MERCHANT_PUBLIC_KEY"))
	if err != nil {
		panic(err)
	}
	passphraseText, err := encryptPassphrase(payload, os.Getenv("PAYTWIN_MERCHANT_CLIENT_SECRET"))
	if err != nil {
		panic(err)
	}
	fmt.Println(rsaText)
	fmt.Println(passphraseText)
}
