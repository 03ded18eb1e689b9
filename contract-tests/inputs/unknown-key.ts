// A public key whose private key nobody has: no deployment can decrypt what is encrypted with it.

/** In PEM, RSA of 2048 bits. */
export const strangersPublicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAo9X1mCUoy247+Vhsfb7r
ctfULdNIkuevcAnXG5zIJDYIeZ593K6rgtFTI2T5i4xUCHlaPwUcRiJhs91Zso9q
vWgmf88ORDyTrNTEH3tuTlyCiVCihDzv0+6P+vnoUjYl8LnfmJC8n4jAN9QvG4ED
RMSBDZd4TZJDgYSM9I9k+WahsoEh4u+7v6eEn0fT/puoCxmfjoxhG4OknkMMA5N+
muLX6roOwajQpbe8kcZ07q2RAfkCx6U2uGz8r6VzRrnRApjqz2vXsvn6XOCiRoYC
Nm1DpMAgR8GLYwwCfGH/YXKxOjs1NwqUxRNnn0nPOlRXh2sUoqScPwSh7ZV+ake5
hwIDAQAB
-----END PUBLIC KEY-----
`
