// Values of requests: texts, amounts, carts, customers and addresses, in the variety that shops send.

import { frequencies } from '../../spec/enumerations.ts'
import type { Random } from './random.ts'

type Fields = Readonly<Record<string, unknown>>

const names = [
  'Lamp',
  'Green tea',
  'Stehlampe "Größe L"',
  "O'Neill & Söhne",
  '台灯',
  '50% off; #1',
  'a<b>c+d',
  '🍵 set',
]
const texts = [
  ...[
    'plain',
    'a b+c',
    'x&y=z',
    'Zoë Müller',
    '50% off',
    '"quoted"',
    '中文 ñandú',
    '',
    'semi;colon',
    '#1',
    'a/b?c',
    '00123',
  ],
  ...[' two  spaces ', 'UPPER lower', '007.50', 'é'.repeat(60), 'long '.repeat(40), '<b>bold</b>', 'tea 🍵'],
]

export class Values {
  readonly random: Random
  /** Makes ids of this history different from those of others. */
  private readonly name: string
  private count = 0

  constructor(random: Random, name: string) {
    this.random = random
    this.name = name
  }

  text(): string {
    return this.random.pick(texts) ?? ''
  }

  /**
   * A text below or above the limit on the length of a GET, by more than the ids and signatures in it, whose lengths differ when they
   * are encoded.
   */
  long(): string {
    const { random } = this
    const letter = random.of('v', 'v', 'é', '&')
    const encoded = random.of(random.integer(250, 500), random.integer(2100, 3000))
    const length = Math.ceil(encoded / encodeURIComponent(letter).length)
    return random.chance(0.1) ? '⟨repeat 1200000 v⟩' : `⟨repeat ${length} ${letter}⟩`
  }

  /** A new id of an order, subscription or payee. */
  id(kind: string): string {
    this.count += 1
    const { name, count, random } = this
    return random.of(
      ...[`${kind}-${name}-${count}`, `${kind}-${name}-${count}`, `${kind.toUpperCase()}/${name} ${count}`],
      ...[
        `0${name.replace(/\D/g, '')}0${count}`,
        `${name.replace(/\D/g, '')}0${count}`,
        `${kind}+${name}+${count}`,
        `Größe-${name}-${count}`,
      ],
      `${kind}-${name}-${'long-'.repeat(24)}${count}`,
    )
  }

  /** An amount in cents. */
  cents(): number {
    const { random } = this
    return random.of(
      ...[
        () => random.integer(500, 9000),
        () => random.integer(500, 9000),
        () => 100 * random.integer(5, 900),
      ],
      ...[() => random.integer(100_000, 450_000), () => random.of(99_999, 100_000, 123_456), () => 2500],
      ...[() => random.integer(1, 499), () => random.of(1, 99, 4_999_999, 5_000_001)],
    )()
  }

  customer(): Fields {
    const { random } = this
    return {
      name: random.of('Ada Example', 'Zoë Ñandú', "Max O'Neill", '李雷'),
      email: `${random.of('ada', 'max+shop', 'Zoe.N')}${random.integer(1, 99)}@shop.example`,
      ...this.some({
        phone: random.of('+12025550101', '202-555-0101'),
        address: random.of('350 Fifth Avenue', this.text()),
      }),
    }
  }

  address(): Fields | null {
    const { random } = this
    return random.chance(0.25)
      ? null
      : {
          address1: `${random.integer(1, 99)} Main Street`,
          state: random.of('CA', 'NY', 'Bavaria'),
          city: random.of('Springfield', 'San José', 'Łódź'),
          country: random.of('US', 'US', 'Germany'),
          ...this.some({
            ...{
              firstname: random.of('Ada', 'Zoë'),
              lastname: random.of('Example', "O'Neill"),
              phoneNo: '2025550101',
            },
            ...{ address2: random.of('Flat 2', this.text()), zipcode: random.of('01234', '90210-1234') },
            ...{ landmark: this.text(), email: 'zoe+home@shop.example' },
          }),
        }
  }

  parameters(): Fields {
    const { random } = this
    const count = random.of(0, 1, 1, 2, 3, 5, 12)
    const name = (at: number) =>
      random.of(`p${at}`, `p${at}`, 'ref', 'basket id', 'status', 'offerId', 'größe', 'transactionId')
    return this.some(
      {
        returnMethod: random.of('GET', 'POST'),
        params: Array.from({ length: count }, (_, at) => ({
          name: name(at),
          value: random.chance(0.05) ? this.long() : this.text(),
        })),
      },
      0.85,
    )
  }

  /** Each of these fields with that probability. */
  some(fields: Fields, probability = 0.5): Fields {
    return Object.fromEntries(Object.entries(fields).filter(() => this.random.chance(probability)))
  }

  /** The lines of a cart, and their sum in cents. */
  cart(): { lines: Line[]; cents: number } {
    const { random } = this
    const count = random.of(1, 1, 1, 1, 2, 2, 3, 4, 5, 12, random.chance(0.06) ? 61 : 1)
    const total = this.cents()
    const each = Math.floor(total / count)
    const lines = Array.from({ length: count }, (_, at) =>
      this.line(at === 0 ? total - each * (count - 1) : each, at),
    )
    for (const [at, line] of lines.entries()) {
      const before = lines[at - 1]
      if (before === undefined || !random.chance(0.12)) continue
      if (random.chance(0.5)) line.id = before.id
      else line.name = before.name
    }
    if (random.chance(0.06)) lines.push({ ...this.line(500, count), cents: -500, quantity: 1 })
    return { lines, cents: lines.reduce((sum, { cents }) => sum + cents, 0) }
  }

  private line(cents: number, at: number): Line {
    const { random } = this
    const wanted = random.of(1, 1, 1, 1, 2, 3, 12, 1.5, 0.5)
    return {
      id: random.of(
        `sku-${random.integer(1, 9999)}`,
        `00${random.integer(10, 99)}`,
        `Sku-${at}A`,
        `${random.integer(100, 999)}`,
      ),
      name: random.pick(names) ?? '',
      cents,
      quantity: Number.isInteger(cents / wanted) ? wanted : 1,
    }
  }

  /** The lines of a cart as a request has them; `more` adds the fields that only some requests have. */
  sent(lines: readonly Line[], more: (line: Line) => Fields = () => ({})): Fields[] {
    const { random } = this
    const [pricesAreTexts, quantitiesAreTexts] = [random.chance(0.5), random.chance(0.5)]
    const isMixed = random.chance(0.2)
    const asText = (usual: boolean) => (isMixed ? random.chance(0.5) : usual)
    return lines.map((line) => {
      const price = (line.cents / line.quantity / 100).toFixed(2)
      return {
        id: line.id,
        name: line.name,
        price: asText(pricesAreTexts) ? price : Number(price),
        quantity: asText(quantitiesAreTexts) ? String(line.quantity) : line.quantity,
        ...more(line),
      }
    })
  }

  /** The subscription fields of a line; with a new id by default. */
  subscription(merchantSubscriptionId = this.id('sub')): Fields {
    const { random } = this
    return {
      isSubscription: random.chance(0.9),
      frequency: random.pick(frequencies),
      subscriptionPeriod: random.of('1y', '6m', '12m', '5w', '52w', '2y', '1m', '3M', '0m', '90d'),
      merchantSubscriptionId,
    }
  }
}

/** A line of a cart. */
interface Line {
  id: string
  name: string
  /** The whole line. */
  cents: number
  quantity: number
}

export const decimal = (cents: number) => (cents / 100).toFixed(2)
