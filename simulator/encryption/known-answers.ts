// Answers known from elsewhere: two throw-away keys, and texts that OpenSSL's command line encrypted for the first of them
// or under a passphrase. For tests only; the keys of the default world are not here.

/** The text inside every encrypted constant below. */
export const KNOWN_TEXT = '{"order":"Grüße 😀"}'

/** KNOWN_TEXT for KNOWN_KEY: pkeyutl -encrypt -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha1 */
export const ENCRYPTED_OAEP =
  'nOtqLzgQ3AEIgx+3CLOIvjOUHFnUw18CuPqxayLS93v+flYWnB8MBBsw+f9O0+5W0+ux9Tp4mRTC6s1+NY/s' +
  '+E2vkasLz/U390rkW8y6Drgo79hMNP8ppgW2FaCsHIUOVp2mP6avsIo4QtzWE1d+TkRPMkuRCe5FvCuIixmEnsE='

/** KNOWN_TEXT for KNOWN_KEY: pkeyutl -encrypt -pkeyopt rsa_padding_mode:pkcs1 */
export const ENCRYPTED_PKCS1 =
  'kKwtsEQQQI1qRG23+YjPSquB4LZfF4FQg57TofAlz9c9zEDLZVKUS+wpQQNEB2z3LjAzYJmmQ3k6QPSJaADG' +
  'WwVHQx6wJXBFKUJ8cEMWfvKRZMhRo86no66kNiwmIImoGBJvt0CpWVL6mu91Vjd9N3j0tmp2I1/fp8m6NJzk5zk='

/** KNOWN_TEXT for KNOWN_KEY with another hash than clients use: -pkeyopt rsa_oaep_md:sha256 */
export const ENCRYPTED_OAEP_SHA256 =
  'aTd2dGigCjvmS4zwYSZ7E1iNlUt7hixfXLtpmff2K+dXa9BJjIjSIv/Ky12dXdNx459t9Hg+vGcOFitDXzJu' +
  'iW3Jebt0IXVUFGMuppGmaikn+npS6KxFnHbfOhJYNwssgFFl6ixN7K+EtQ/VPsNWHpYi7Hv8mSMeHsAvbPSQqbg='

/** KNOWN_TEXT under KNOWN_PASSPHRASE: enc -aes-256-cbc -md md5 -base64 -A */
export const ENCRYPTED_PASSPHRASE = 'U2FsdGVkX1+qWSvw0mgu20SQyYVnrVfdNgpbKHRzPVKkT0o1scymAwZP9Wygzhtc'

export const KNOWN_PASSPHRASE = 's3cret Grüße'

export const KNOWN_KEY = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAJ+vBam31GxWt1gV
2NjtnppoKApR0YjMNkvt2K0HhP9fC6bas/NPM+kqJGE+owBoye3Tti+W1F4htNC8
YjW/BKZLTErX33i9zy4BRI6C46bL9Ga22d8iywlMgS12hyjs4jB2GdBPw7zJCSL6
ZMonwMqNUsmZntWLSEd9V3anPa2xAgMBAAECgYBLV79qRqxZucikLRq1r9gnroFF
7TjaPNBZnw2fBm9ANs4+me5SHMq3dwTXRUCPjuHH7x6E8bud9nVkD56fEVPVi6Rt
Ag8ILyMtzKmRAZRQwJfFYw31A4M6+XNQTsTS1Ae1UMn6B2xPmvxqvhIgn1kthDXz
BiSqn/5TBL1hQ+JygQJBANSYxr3ZZp9ufC39RQ54bEcwhy53rPxF7uiMkRdkGF1p
0rE8mTS056WRc56IjyFm0BGq42NmYP2wgEZZfeBOOpkCQQDASMd0aZCE+Z1YOek2
HhVFyqEA8j+EWdVjdNYbo1davuhreXbf7WCYFXdn8LTxtKAMqCdqZY1mn+IUTNpi
EVLZAkEAq3bAq/QAYcvhWdIwdRhI9C2+iYq6OQlKQ8LDbqMrR4QHCy19v1W8kvu5
zX4EOoNKg0VZehzjUxicjKC29kcB2QJAOAY8jw+e+w+bp7Qf3hO/0PjsFlF+7joa
cYL+S0k5T4hmQcI/P5lzVnySsOcyYWZmZ6mq6lYyb99PyOhnjMFNaQJAc/5rUMxy
5JsOLzC3dmAAXDq0LT1pH3DD/d57k5JvmdfcIKWLxnYeZaCDLoLIKygCVKdR/y/p
P0IwfOTLdmKCgQ==
-----END PRIVATE KEY-----
`

export const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBANAOro1Qiks81dqX
6s4mtXlwwfpBTX+a0tB1cGxy7lrxpBlpJewNBO8f+jD9l3IaWpGhj3p1T/sgIevJ
CBC6uZ0l0an9M0vNI9BhhJqdNIZ4O2rNqi9TTyQZ5FfPXPw6FRH+MGdQF/SDhkON
DE6UGhFbEbc/ZVnazh197SANVpVFAgMBAAECgYEAqGZJyB2ZYd5ipaRyq9tO5XVr
vBfhF1iEK6/yiATagge1r8+Ynx/Gj5nNUpvfWb6U8ezXieGsE/HlIsg7W/cWxfJh
8XhaIhI4ltrA4KtwE7rhtv36TJ0GPisK9g1ax+dpFvv9g5l4XjyEPcHoBjulX5xM
a73PywlRg8Lyw/+qcEECQQDxIzJKzJbaMkKHRjhrR04qNvC9XO9nYi5wu59f9kUk
YdU6Cmdhbcp9401rrQCGyI1dNXuC590mmTBTjN0CJdYRAkEA3OGHP/x0HRO1Pwmz
Lh2BEWPWDicZ9nshaG0TpZHw9BiaSSrmc1p46ijJohIZ6te800UW8iTiuhoAU+Rw
aqJH9QJABRLrhP1nEzJJihUlLMS0VVkQmbtx4igDuCWKhfdlnw1b8juzzy4DO8Dj
qSdbwnpH1zU/4xJD6gMBLFDjeZ8YMQJBAI+1D/j6eFU+sEpuNizHt2SoDumwWPz7
iXXWmdS8SgeWRjNafQsKDudSWDVhD4myiUDvj4lFpFmudw4d72IBaU0CQAvnuq0b
VsUu/54/G/xeWOZ9gCo/IZYD35SbGA1Iy7fPr1qgI7zWJ4wd/Ea9o0b27kKSp+7E
XuY74E4hKBlNNrw=
-----END PRIVATE KEY-----
`
