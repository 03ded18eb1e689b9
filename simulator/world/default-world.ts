// The default world: two merchants with different settings, five exchanges with placeholder names, and test shoppers. The shopper
// that one authenticates as determines the outcome of a payment.

import type { WorldFile } from './world-file.ts'

const lampShopPrivateKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCvGGFQE+4hdQLc
fCokg0s8j33VaAwMz0z8OXdEwkrx4mDsdoJVvtMsO/FusnqW0/HtLH+Bxm7y1uQt
21hi0R3ZWEfzEQSWZhtLTGS5wvW20f3rDsmvH2pBTUzCdEZYHBo1lkz5PQkLbUQs
gfU9kvAuPhuM4Uf9SyLv3YhRpR560lGmfrrVrmKZuUIIFf7g8evIOior2x49AKlL
pCS38AGdE04wgtPpMBorZT9zhDA42mKeFc6MmxNdyOtMfguRfZkyuzqiwJmo4UY7
z4XXUwfaqjk3Fm88Rl93Nda5bYJ2HH/UeeCpskioD/ZfL8lfLyPkTD7jFvYF4jiO
pdHzyioJAgMBAAECggEAAq7xcPNp34g7RrsfxjbzaznPhqnkcMCNmziUwxV5gN+X
BJEfHlQhO2uF3GBi559C9Ro7831ABvvCu/vpyW6Iya2OTtRsaRncpzi2puLH2Ekn
QzSTEzjGm7pUH2b+JgrMAHObETpaLiH3crYd5DJd62kwXLBoNmYC2/PJc9MTuez1
O84gJCZc7WUYggATzXRUe+PLxq3fVyw9UIMUKA3naPuorHTiCVaHST6LmzYBDaCv
uL5Z4pJ53YQCQJeqcOeu6RS+1SzL7YQBEkIkCFqeyrShb+VvVLpEsZMK8ut5pmqW
ja0ZWZLhZTwJ0E7t+06Jthtprd9VhefnO5mGkHyRtQKBgQDnJ5VoOuhJhb4HQmWV
1bsYImdItOSNedsmor1XxBVbbCo1zE+6+amRVitkYJkeh0vk5h6cDX2OZKDxjTVz
jU3eTGVc86y0HH0upVEcYDwEzA0DApSWmgzVfopsRXZAysm6152W6M/pytS3nNxC
PuSAa0J+42huuVX7pZSml9e0BwKBgQDB6kZQ9v6mUfCTcsFnYQKTyiJUWd/7nYRW
j4b+fMQ1Rz4Sy3KgVNb8lR438QmB9t8iTlSDaLbIVR8uRmTx2/aTQE3dn6oUQrgi
tYkwy2XzCXLuaE8DIamwYOsVpwJrkLpC2QYECcbZxUuxcz4jKezgPVzsoAdiE/0M
3RGHrbtNbwKBgQCGJxfz9PQo72C479TrH67Es/rDXJCkdws0IhDHZfqLI3xf2qKP
PiQmQB9Q0ysqZ5UpVFCBeubahBZP+gcCeAiwMiBF0PnzUfFo5/LqCAPtOMt4ar/3
o5I9OYJ2kd2ufsKTGF3SXm2EHv5TTcsa+0s8KIPgBnTuhcucD531DXzXcwKBgHq8
lv8eJrYM/RHGu6V8YI48jZgIPt3aqG3FcLNZMzNpwV9SCF509JJwq+zKkrMBF+B1
5cY7HB4WyqKWicQP7rTrKZ3SNmuWg0fs0UXiJ8g5vdYqjYA06VurLIDK8Zw1wb8X
8FfT/FnQKAXMJJNLMRQJouxeqe2pKyzeK/9NtlTfAoGASD5Rjz9YAZsGDe4uaP10
1d6nvlB4gAf8tY/QNyqxW7rhhlzYIOPnonWTCiOdob2mghQNMXKRMEo0/v7hmrmC
i4r9W/32DEP/5iTjGIfQ7bXdxei/dtnPkNtxwLD9sjqKBxPgTkTdTmRC4Abfr0L+
UZBmCyT5WmC7KtUx2r6fiyY=
-----END PRIVATE KEY-----
`

const teaHousePrivateKey = `-----BEGIN PRIVATE KEY-----
MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDjIypdp6fJw5p4
//k6jfwcpeCzIWsEv4+Peklwb93FcoBrJNWU9eRLAZG4LNGOLCHmcNYEJ7RqBFx9
vKksUwJMYu1+4q2n8XX0Tc71bHkvBzlVLXigwm4nSP/C9xsZT3aUj6UZMbv28CRN
KtmSK9Ij7vn7xDQRmDeZfMb9BqTbuYaCxMeHlyUUdHFi9kSh/vvamCHuzrYtOW1P
6oiEbGAXTD4sTl9NQZH6tjj+FwIr0nT8VfeMNX8wVr/7/Ta1HWDOlyM8C8Jym7t2
yDctEPTVwJCuRZyd5JrmS5Yhh+/IMd5OQjBQULoJB0gztDm3ttg26iJTCNfofEAI
i18a7+s9AgMBAAECggEADoVSQUwFVkkGwFsO9h8bIcK6B4Goq5RKi3/kH4fLTALq
sk7Xx67joibux7E30WjBXw/SItBeAJQYTKKJxy9kW3lMmRrJQs4VPiHWTArcAXVr
BSbDyjU74Q+R6EcvaJITsOIxChgLnfkSvQsy/x0FkW4G9cFAmepbDZk0SHtLAU/v
c8LbJb/xxOxECZwYdVCfawCE1l8IrnQXBo5w+/MNHOhyORRfc3NjQpnsJZ63S6lU
Hrio0FfFEZHijhtDPtEUEDMo7ZrqwQxDrkVfZ30g747mmY9i/gnT0poVTYe2SlpA
wykvU/QlX+znEdWxczug1FKLukEcD/ln4hZl3VCdiQKBgQDzz9VCNDVKtaMN0Hzg
fvJbRXCSJNihN/a9eW7th2zrevmgCj2YaLNgbcMvOqI3rBkZvSeS/q58meAs9IUq
KSNeb1qbwhMSA5/evYfKpEmA/sNK1KvjcTNdfMlamd1iNJe1DyxYolDx7t9KXF4+
qlUmp7rCuk7L0dR5iNB15+UMeQKBgQDuffEZiUSlNHUJVTY4n3JwTglHyZo+O54Y
knavLHi5D+SBOwEeKBEykx/uvSAUNcidVx2t65pyH4Bbs8lK4XfmpT7AaCeQCV70
cbLTaDmrzB+OcON8I4XZ3emu5d5Y9tf5OdV1HU/4+qBM+9ALR3v+dWR/hODzE9ym
9KlFU9Mb5QKBgQCz17yBJy2gPDdYO0/B8SIofSI6Sv+YfEV/IhHXGCwZzw5PJP6m
a6TVHmH5dpCt7D5fpA2K+l4O/xpDTuLjZJD4Wb9GYXPbt9y3WqrNqT2m70Vy70kT
bi7raN7F+/U3OYAmSFj30FNRAlim61eBdfd1mgfDF9aDtfW66FaMgk+MUQKBgQCt
R8JivHKs2hVjJ4+Syn76jCiACUHRj72JuvkSw+wfAiYTo0xnndMI/Q7Jho6FQKK3
dzFwSWvZGXxIpLNPfcyBP3T9lW+RXs2oK+gzZFnqshAHjYwriR/asTr1wbywxQEc
6uFmC1ss2uSXqqp5V4IG20KeyGwtETRT9hX68jHD5QKBgQC2HxoJLRcaHiRsy3M4
+Qhy9pQ4cxbT+veT1qAoLm7vvzgmT1LXNmEjErfRL5Fi+imHKYQMoRuMDNGZOkgl
dNbJV/ZqqZDhquhZYhcYmXFuoaJAcAj2B9XnNVX85heFT7Ct0wJrA+opbEPhfzZl
zzmsnP49fSIToprE8Bf2ZWg/Ig==
-----END PRIVATE KEY-----
`

const servicePrivateKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDCHRl55G+Sr/Rg
tup9W8u0F/1AnfJugsVLHxLU9vakKhlpeAJdj2wX1jznylwLySWECI62FK8LXQm4
+yPitoiDCRdZybKIl1Vk0pmfdhVEjU4JOlIzLncDJK1R8j5h2xljf6Ly5iZTkB3t
AB+RxFcF913HLsFtnqi0czu1IqlsSMLJHla1d7/qgI9fP/NWNEodwVV3JD0JgXvl
yNnz62qEkExwMq8f1O8l4xSWdjtwst2EZ6wiNuSkTKau0VyhP5pXdtfzVvCF7vd5
ZSe5vPFAlpnb6eAWpknoDAtPjrjaQgQKu8sWIUtjxLJA4yn72u2+sWzYuuprSBnX
6nQ9BEhfAgMBAAECggEAAIe9eq3MAglcoTpSm8RzN5VJfocDPpfr8qXd8xNaOlRY
PgeMiJiD2WnNAWTIMLeZOeGYLayVUXJTiegUzuZo5SCfuHW1fcecWTySL3XHCgAk
42g0xc3PhM9byAgWzTHaz+Y8+oDNryFHdhAVMXcUg1wJUetTTgz5Wefa5wewTZR4
m6m1Gs9jG2jgbwA/gsEn7kREndn4Qbl+bu1PPj10/csbEanAc4IRcoGI/fckpRF0
ItG2Cm0ILY/plm4tloKdwmY/oZUTVlqx/+qIqZdgQkJ+t6s/CmNnv8bTYnZMerja
aqOTMBxD7VZZh109wtWDzFbJNDAKQTifsL+trT+QgQKBgQDwnVgcyWZVUezjBsug
m4RCT+CgvHpix5cYq4t0/JiOg4H/KhT8VAGp2Sbea4ciZ/+evZLG+OmAVSyvoCvU
/lcvEUFrPbg8psQfN4e1mWcAddC3Vq7P8g+pl6ZIafU81YdeZQvuURVzDf0PhWf1
W6MEx+wP5DnHaDNaNPwvSbd2VQKBgQDOhpMNClbgjXvUc/jTZmpbFcu/FMCh0VPt
2ZUOg5jsSyuA8z4TGWH8Rr5VGed61hqkl53rHgBHWEb0dl/kOUfDghieYZ1Hkvqi
qUAgP10CGG1Ii7RGQCxkgX27qLJPY2rFx6RKw6tp5tBhXFKimj0ajIvKdOJWvViE
eRg802nv4wKBgQCMoHliAbekgAhCO7OBP8NR+ltftiiVWO+PRJtyGTuUd3nfxxmS
zApY2YilEBVf34Z/oW6Kien2zlEaqDNV/fy4jo48fksSb6lKUWsokOqpUzJUJP5w
nJnY1cAirILfNjEy0z3g4FT39KIFk0PKG++wGKR4OTwntlflDfiiLqRiLQKBgFqJ
UEm1MKS8IX7fYEN8cD+B7JHVzSSjGYH5koiMVCuyQF4FRD8nL3dio+m2s218Eq34
8Xey7ThZkLF2e08XdUhV7ejwrfxEiK9qNvxsCp/yiWX2KI9rboqY4b+0koaO9K3D
eVh1Mt34G32y9V7m8saCun2Eg/y2gOmCFIgFvjk1AoGBAMJU6Ue+Vixf5uSsxnsE
bKDNgpLQpNrBKoq6HLQVu/xpVc3oUJnjExgdxVhpjMC8HgM4mLRhdJQocWWg6s+B
T1dKdSkjDBS20brQhiZ6mHKb+rJIDvDH37dsiV6vNEZ7g9f9qlbpN6HmkP67/x46
afwAQrLXfSEhn4QquUVSH4lH
-----END PRIVATE KEY-----
`

type Currency = WorldFile['currencies'][number]
type Shopper = WorldFile['shoppers'][number]
type ExchangeAccount = Shopper['exchangeAccounts'][string]

function currency(
  fields: Pick<Currency, 'id' | 'title' | 'symbol' | 'decimals' | 'rate'> & Partial<Currency>,
): Currency {
  return {
    isFiat: false,
    isStableCoin: false,
    isTopCoin: false,
    fiatEquivalent: null,
    sort: null,
    fasterConfirmation: false,
    network: '',
    address: 'hex',
    ...fields,
  }
}

const ready: ExchangeAccount = {
  balances: { BTC: '100', ETH: '2000', LTC: '5000', USDC: '5000000', USDT: '5000000' },
  linkExpired: false,
  whitelisted: true,
  asksPassword: false,
  unsupportedCoins: [],
}

/** A linked bank with one account. */
const testBank = (digits: string, name = 'First Example Bank'): Shopper['banks'][number] => ({
  stockId: `b1d7a3e4-0000-4000-8000-0000000000${digits}`,
  name,
  limit: '50000',
  accounts: [
    {
      id: `ac40f2c6-0000-4000-8000-0000000000${digits}`,
      accountName: 'Checking',
      bankName: name,
      mask: `00${digits}`,
    },
  ],
})

let shoppers = 0
function testShopper(
  name: string,
  description: string,
  account: Partial<ExchangeAccount>,
  more: Partial<Shopper> = {},
): Shopper {
  shoppers += 1
  const digits = String(shoppers).padStart(2, '0')
  const firstName = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
  return {
    id: `5a0b9c3e-0000-4000-8000-0000000000${digits}`,
    name,
    description,
    accessToken: `shopper-${name}`,
    email: `${name}@shopper.example`,
    fullname: `${firstName} Shopper`,
    profile: {
      firstName,
      lastName: 'Shopper',
      address: `${shoppers} Sample Street`,
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
      phone: `20255501${digits}`,
      phoneCountry: 1,
      dateOfBirth: '1990-01-01',
    },
    exchangeAccounts: { '*': { ...ready, ...account } },
    banks: [testBank(digits)],
    ...more,
  }
}

const abroad = testShopper('abroad', 'lives outside the US; bank payments are refused', {})

/** The world of a simulator that is given none: its accounts, currencies, exchanges and banks. */
export const defaultWorld: WorldFile = {
  partner: {
    id: '9a1d6c40-0000-4000-8000-000000000001',
    fullname: 'Example Partner',
    url: 'https://partner.example',
    contactEmail: 'help@partner.example',
    label: 'Example Partner',
    enabledCurrencies: ['BTC', 'ETH', 'USDC', 'USDT'],
  },
  serviceKey: servicePrivateKey,
  currencies: [
    currency({ id: 'USD', title: 'US Dollar', symbol: '$', decimals: 2, rate: '1', isFiat: true }),
    currency({ id: 'EUR', title: 'Euro', symbol: '€', decimals: 2, rate: '1.25', isFiat: true }),
    currency({
      id: 'BTC',
      title: 'Bitcoin',
      symbol: '₿',
      decimals: 8,
      rate: '50000',
      isTopCoin: true,
      sort: 1,
      network: 'bitcoin:%%address%%?amount=%%amount%%',
      address: 'bech32:tb',
    }),
    currency({
      id: 'ETH',
      title: 'Ethereum',
      symbol: 'Ξ',
      decimals: 18,
      rate: '2500',
      isTopCoin: true,
      sort: 2,
      // currencies.eth-template-has-value
      network: 'ethereum:%%address%%?value=%%amount%%',
    }),
    currency({
      id: 'LTC',
      title: 'Litecoin',
      symbol: 'Ł',
      decimals: 8,
      rate: '80',
      sort: 3,
      fasterConfirmation: true,
      network: 'litecoin:%%address%%?amount=%%amount%%',
      address: 'bech32:tltc',
    }),
    currency({
      id: 'USDC',
      title: 'USD Coin',
      symbol: '',
      decimals: 6,
      rate: '1',
      isStableCoin: true,
      fiatEquivalent: 'USD',
      sort: 4,
      fasterConfirmation: true,
      network: 'ethereum:%%address%%?value=%%amount%%',
    }),
    currency({
      id: 'USDT',
      title: 'Tether',
      symbol: '',
      decimals: 6,
      rate: '1',
      isStableCoin: true,
      fiatEquivalent: 'USD',
      sort: 5,
      network: 'ethereum:%%address%%?value=%%amount%%',
    }),
  ],
  // exchange-payments.five-exchanges-supported
  exchanges: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((greek, index) => ({
    name: `${greek}exchange`,
    title: `${greek.charAt(0).toUpperCase()}${greek.slice(1)} Exchange`,
    coins: index === 4 ? ['BTC', 'USDT'] : ['BTC', 'ETH', 'LTC', 'USDC', 'USDT'],
    minimum: index === 3 ? '25' : '1',
    fee: '0.00001',
  })),
  merchants: [
    {
      id: '8a4d1c55-0000-4000-8000-000000000001',
      username: 'lamp-shop',
      accessToken: 'merchant-lamp-shop',
      clientSecret: 'secret-lamp-shop',
      privateKey: lampShopPrivateKey,
      shop: {
        url: 'https://lamps.example',
        logo: 'https://lamps.example/logo.svg',
        companyName: 'Lamp Shop',
        description: 'Lamps for desks and halls',
      },
      storeCurrency: 'USD',
      enabledCurrencies: ['BTC', 'ETH', 'LTC', 'USDC'],
      settings: { bank: true, wallet: true, exchange: true },
      feeRate: '0.01',
      verified: true,
      bankAccount: {
        id: '7e52c09b-0000-4000-8000-000000000001',
        accountName: 'Lamp Shop Operating',
        bankName: 'Merchant Example Bank',
        mask: '7001',
      },
      webhookUrl: null,
    },
    {
      id: '8a4d1c55-0000-4000-8000-000000000002',
      username: 'tea-house',
      accessToken: 'merchant-tea-house',
      clientSecret: 'secret-tea-house',
      privateKey: teaHousePrivateKey,
      shop: {
        url: 'https://tea.example',
        logo: 'https://tea.example/logo.svg',
        companyName: 'Tea House',
        description: 'Tea by the box',
      },
      storeCurrency: 'EUR',
      enabledCurrencies: ['BTC', 'LTC', 'USDT'],
      settings: { bank: false, wallet: true, exchange: true },
      feeRate: '0.025',
      verified: false,
      // Linked, so that bank payments to this merchant fail only for the missing verification.
      bankAccount: {
        id: '7e52c09b-0000-4000-8000-000000000002',
        accountName: 'Tea House Operating',
        bankName: 'Merchant Example Bank',
        mask: '7002',
      },
      webhookUrl: null,
    },
  ],
  shoppers: [
    testShopper('ready', 'exchange balances and a US bank account; payments succeed', {}),
    testShopper('low-balance', 'too little balance on every exchange; error 419', {
      balances: { BTC: '0.00000001', ETH: '0.00000001', LTC: '0.00000001', USDC: '0.01', USDT: '0.01' },
    }),
    testShopper('not-whitelisted', 'deposit address not whitelisted; error 420', { whitelisted: false }),
    testShopper('expired-link', 'expired exchange connections; error 418', { linkExpired: true }),
    testShopper('unsupported-wallet', 'no supported coin wallet; error 421', {
      unsupportedCoins: ['BTC', 'ETH', 'LTC', 'USDC', 'USDT'],
    }),
    testShopper('below-minimum', 'very high minimum amount on every exchange; error 422', {
      minimum: '100000000',
    }),
    testShopper(
      'asks-password',
      'exchanges ask for the password; four linked banks',
      { asksPassword: true },
      {
        banks: ['First', 'Second', 'Third', 'Fourth'].map((name, at) =>
          testBank(`${at}8`, `${name} Example Bank`),
        ),
      },
    ),
    {
      ...abroad,
      profile: {
        ...abroad.profile,
        country: 'DE',
        state: 'BE',
        city: 'Berlin',
        zip: '10115',
        phoneCountry: 49,
      },
    },
    testShopper('no-bank', 'no linked bank account', {}, { banks: [] }),
  ],
}
