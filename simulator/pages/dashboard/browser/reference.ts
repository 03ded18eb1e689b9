// The reference: shows a document in Swagger UI, whose "try it" calls the sandbox with the tokens of chosen test accounts.

import type { ControlResponse } from 'paytwin/client'
import { change, controlPath, read, sandboxPath, say, send } from './api.ts'
import { byId, field, h, isRecord, options } from './dom.ts'
import { sampleOptions } from './samples.ts'

type Merchant = ControlResponse<'getCredentials'>['merchants'][number]

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { examples?: Record<string, Example> }> }
  'x-encrypted-payload'?: { field: string | null; usualField?: string; example: unknown }
}
interface Example {
  summary?: string
  value: unknown
}

/** The parts of an OpenAPI document that the reference reads and changes. */
interface ReferenceDocument {
  info: { description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** A request of the viewer before it is sent. */
interface ViewerRequest {
  url: string
  method?: string
  headers: Record<string, string>
  body?: unknown
}

const json = 'application/json'
const plain = 'Plain payload, encrypted when it is sent'

/** The field of a request body that contains the encrypted payload; undefined if the operation has none. */
function encryptedField({ 'x-encrypted-payload': note }: Operation): string | undefined {
  return note?.field ?? note?.usualField
}

/** Adds an example with the plain payload, in the name of a merchant, to each operation with an encrypted one. */
function addPlainExamples({ paths }: ReferenceDocument, { id }: Merchant): void {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const field = encryptedField(operation)
    const media = operation.requestBody?.content[json]
    if (field === undefined || media === undefined) continue
    const payload = operation['x-encrypted-payload']?.example
    const value = {
      [field]: isRecord(payload) && 'clientId' in payload ? { ...payload, clientId: id } : payload,
    }
    media.examples = { plain: { summary: plain, value }, ...media.examples }
  }
}

/** The request to send: payloads that are not encrypted yet are encrypted by the control API, as a merchant does. */
async function prepared(
  request: ViewerRequest,
  { servers, paths }: ReferenceDocument,
  merchant: Merchant | undefined,
): Promise<ViewerRequest> {
  // The control API accepts only JSON from pages, also where there is no body.
  if (request.method !== 'GET') request.headers['Content-Type'] ??= json
  const operation = operationOf(request, servers[0]?.url ?? '', paths)
  const field = operation === undefined ? undefined : encryptedField(operation)
  if (operation === undefined || field === undefined || merchant === undefined) return request
  const payload = plainPayload(request.body, field)
  if (payload === undefined) return request
  const { operationId } = operation
  const encrypted = await change<'encryptPayload'>('POST', '/encrypt', {
    operationId: operationId as 'createInvoice',
    merchantId: merchant.id,
    payload,
  })
  return { ...request, body: JSON.stringify(encrypted.body) }
}

function operationOf(
  { url, method = 'GET' }: ViewerRequest,
  server: string,
  paths: ReferenceDocument['paths'],
): Operation | undefined {
  const [path = ''] = url.slice(server.length).split('?')
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  )
  return found?.[1][method.toLowerCase()]
}

/** The payload in a body, if it is plain: encrypted ones are texts. */
function plainPayload(body: unknown, field: string): object | undefined {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
    const payload = isRecord(value) ? value[field] : undefined
    return typeof payload === 'object' && payload !== null ? payload : undefined
  } catch {
    return undefined
  }
}

interface Viewer {
  preauthorizeApiKey(scheme: string, token: string): void
}
declare const SwaggerUIBundle: (options: object) => Viewer

type Credentials = ControlResponse<'getCredentials'>

const { document: chosen, hasControl } = document.body.dataset
const isControl = chosen === 'control'

async function readDocument(): Promise<ReferenceDocument> {
  const path = isControl ? `${controlPath()}/openapi.json` : `${sandboxPath()}/openapi.json`
  const read: ReferenceDocument = JSON.parse(
    await send('GET', chosen === 'as-served' ? `${path}?as=served` : path),
  )
  // This page's own address of the sandbox: a browser may reach it by another name than its public URL.
  const url = `${location.origin}${sandboxPath()}${isControl ? '' : '/api'}`
  // The description of a document is for those who process it.
  return { ...read, info: { ...read.info, description: '' }, servers: [{ url }] }
}

/** A labeled choice of an account, whose token the viewer sends. */
function choice<Account extends { accessToken: string }>(
  label: string,
  accounts: readonly Account[],
  nameOf: (account: Account) => string,
): { element: HTMLElement; list: HTMLSelectElement; chosen: () => Account | undefined } {
  const list = h('select', {}, options(accounts.map((account, index) => [String(index), nameOf(account)])))
  return { element: field(label, list), list, chosen: () => accounts[Number(list.value)] }
}

function show(
  document: ReferenceDocument,
  { merchants, shoppers }: Pick<Credentials, 'merchants' | 'shoppers'>,
): void {
  const merchant = choice('Merchant', merchants, ({ companyName }) => companyName)
  const shopper = choice('Shopper', shoppers, ({ name, description }) => `${name}: ${description}`)
  const authorize = () => {
    for (const [scheme, account] of [
      ['merchantToken', merchant.chosen()],
      ['unstatedToken', merchant.chosen()],
      ['shopperToken', shopper.chosen()],
    ] as const)
      if (account !== undefined) viewer.preauthorizeApiKey(scheme, account.accessToken)
  }
  const [first] = merchants
  if (first !== undefined && !isControl) {
    addPlainExamples(document, first)
    byId('accounts').append(merchant.element, shopper.element)
    for (const { list } of [merchant, shopper]) list.addEventListener('change', authorize)
  }
  repair(byId('document'))
  const samples = sampleOptions()
  const viewer = SwaggerUIBundle({
    spec: document,
    domNode: byId('document'),
    validatorUrl: null,
    deepLinking: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    ...samples,
    plugins: [...samples.plugins, pathsAsText],
    requestInterceptor: (request: ViewerRequest) => prepared(request, document, merchant.chosen()),
    onComplete: authorize,
  })
}

/** Names, levels and focus that the viewer leaves out, by selector. */
const repairs: readonly (readonly [selector: string, attribute: string, value: string])[] = [
  ['.information-container, .schemes-server-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About this document'],
  ['.schemes-server-container', 'aria-label', 'Server and tokens'],
  ['.opblock-tag, .models > h4', 'aria-level', '2'],
  ['.opblock h4', 'aria-level', '3'],
  ['.opblock h5', 'aria-level', '4'],
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.content-type', 'aria-label', 'Media type'],
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.parameters select, .parameters input', 'aria-label', 'Value of the parameter'],
  ['pre', 'tabindex', '0'],
]

interface ViewerSystem {
  React: { createElement(type: string, attributes: null, child: string): object }
}

/** A plugin of the viewer: the path in the button that opens an operation is a text, not a link within that button. */
const pathsAsText = ({ React }: ViewerSystem) => ({
  components: { DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text) },
})

/** Repairs what the viewer has drawn, and again whenever it draws something else. */
function repair(viewer: HTMLElement): void {
  const apply = () => {
    for (const [selector, attribute, value] of repairs)
      for (const element of viewer.querySelectorAll(selector))
        if (!element.hasAttribute(attribute)) element.setAttribute(attribute, value)
  }
  new MutationObserver(apply).observe(viewer, { childList: true, subtree: true })
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

try {
  const nobody = { merchants: [], shoppers: [] }
  const accounts =
    hasControl !== 'true' || isControl
      ? nobody
      : await read<'getCredentials'>('/credentials').catch((error: Error) => {
          say(`There are no accounts to choose. ${error.message}`, true)
          return nobody
        })
  show(await readDocument(), accounts)
} catch (error) {
  say(error instanceof Error ? error.message : String(error), true)
}
