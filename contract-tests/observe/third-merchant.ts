// A merchant with a bank account, as the first one of the default world has: the second one is not verified, so no bank pays it.

const privateKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCyvGz8Qm8gdIcu
oxkVdGavxwFy4RmHnusfGUPdSNbFclMduHb7KasB8SPFSZfsn8z2dPBrO22LYsEi
8cf0OO+cg1LE0sak+3ZaijsN7of0zfsV1rt2UislrJhlrdRVGDPWCfT6s/Fi5fd0
IGDz5HRi/YHL1eOGyF9ekmUvyA8ZajL7p8RjNccNvLKlGXlij2Gj/rSWFc8camMY
wD8l6ohvSDDLY9Ys2n32ZqQbHUjcOX9Mt53kcZRWULOjz3+G55fWfdI3wTeCvqSk
G+XiFesy0ydVH3GP+h+X1kpRcfnhRn24YTd+IMRP9tY2VPApuKQ/HGzcG7dz6xeb
Ljp0ud4LAgMBAAECggEAB4U5GrYa4eU1SOeQ5x+yMGQxsek5v0SXBQR1oApwCve/
+oin7PJ4YQkJ5cOuckTZBWevM/vYpJw/nx5IOQTqRA4cfe6WcBuqg628RV5Ldyfx
kB4sXhKgASJNeT3CqN/vUmqx1Zibp/sgGdFA8xIiOYYMH4z82U91/88uFcAXroyA
2GheoCeQxU5IOIqhMFom0BoMb19A63/UalglUeFuER9GGB+puc26xnbvgsvaQe/G
oHPr5ETzZ0w2xShsUup5Byqs7qzH9xt5nGiXaZP8hNRG0FRIpm0RCVr7BRa9BIUG
0iUVesnSx4I0Hm8/ya5Bu+xBtdWBrSAmXPmQQzsw1QKBgQDiEhg8sOxOH6q+EyIe
74y6+rnZI/z5qyy0PvY7xRQDU3cmGLz/QPvEFmb0ME2ajUBe5JJ/S8vRrrFbYkvn
wV0uUkbsSOKegCc6EK4wrgemsesMa0Z8EGf+YGT4TaxwUPZdSTjCiryPWVWHYci0
aLkAMD3Kt8b32ZL6scskaR2arwKBgQDKZhUe1YBMzC3xhd1iP9M99pG5MiklZgfk
N10lTtnGLtzzi1uEBTgHVH2Tz/KJVQ0IzgeocUyG+8TYSoBYYOCGPJ4f4LEj/6BO
96yrHV3GKyTC5Lt8I9O5GzfpbTYX3ChEiDuppePmHQUkn2kS3YrEHekE0erdt2sl
TUmIoEtZZQKBgQDhuAVhG5llS3L0QzBPSQjvbAWBy8/7DLEe6rp55QVdaMnPTOXv
yldWarOy3kOtq5j45ilrVieUHWNSBewZ4tQBuv67Tu6OKRCBhkQVsL1M79nq1XVT
zCG5N0+5J/yjTAMgE0rL2y/3xM+D09tMXj9Q89nOfP35W9DH5BsbKKT5WwKBgEiC
r/he9tsMnz0S/1Aum4hsaKKXlOQgHJ2nNAikqiJ1MZVTDNNMZ1lA7MhizHpk7QmF
fnrbNFZ7pnbyoe6HroiI+QFkpzHFZ/JCiyq2l5ziYgYsmfqMf1KmrK5FAQclSYvb
3rwVgYM0TF5leehXVFqUeKHQbrtF9e3kNX7sJnJ9AoGBAI0bKhfIZiLhShy4NyZy
oNjTvgpoUW6bZ6/Dwp2XjYZrdBBAX/uUf/h6tcMUGznneXw+sxuAh3txHZ+XFp9G
MjVmzCAWIEcHwRu4CURJWugKc3Hw3dYHebFbdDXIM1DVb3Z9G4ilfwMa8RAzR75C
NqbfeCCzusRjVn+0RA3r5BfR
-----END PRIVATE KEY-----
`

/** What it has of its own. */
export const thirdMerchant = {
  id: '8a4d1c55-0000-4000-8000-000000000003',
  username: 'book-shop',
  accessToken: 'merchant-book-shop',
  clientSecret: 'secret-book-shop',
  privateKey,
  shop: {
    url: 'https://books.example',
    logo: 'https://books.example/logo.svg',
    companyName: 'Book Shop',
    description: 'Books of all kinds',
  },
  bankAccount: {
    id: '7e52c09b-0000-4000-8000-000000000003',
    accountName: 'Book Shop Operating',
    bankName: 'Merchant Example Bank',
    mask: '7003',
  },
}
