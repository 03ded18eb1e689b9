// The reference: shows a document in Swagger UI, whose "try it" calls the sandbox with the tokens of chosen test accounts.

import type { ControlResponse } from 'paytwin/client'
import { controlPath, read, sandboxPath, say, send } from './api.ts'
import { byId, field, h } from './dom.ts'
import {
  addPlainExamples,
  prepared,
  type ReferenceDocument,
  type ViewerRequest,
} from './reference-requests.ts'
import { sampleOptions } from './samples.ts'

interface Viewer {
  preauthorizeApiKey(scheme: string, token: string): void
}
declare const SwaggerUIBundle: (options: {
  spec: ReferenceDocument
  domNode: HTMLElement
  validatorUrl: null
  deepLinking: boolean
  tryItOutEnabled: boolean
  defaultModelsExpandDepth: number
  requestSnippetsEnabled: true
  requestSnippets: object
  plugins: object[]
  requestInterceptor: (request: ViewerRequest) => Promise<ViewerRequest>
  onComplete: () => void
}) => Viewer

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
  // What the description of a document says is for those who process it.
  return { ...read, info: { ...read.info, description: '' }, servers: [{ url }] }
}

/** A labeled choice of an account, whose token the viewer sends. */
function choice<Account extends { accessToken: string }>(
  label: string,
  accounts: readonly Account[],
  nameOf: (account: Account) => string,
): { element: HTMLElement; list: HTMLSelectElement; chosen: () => Account | undefined } {
  const list = h(
    'select',
    {},
    ...accounts.map((account, index) => h('option', { value: String(index) }, nameOf(account))),
  )
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
  const viewer = SwaggerUIBundle({
    spec: document,
    domNode: byId('document'),
    validatorUrl: null,
    deepLinking: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    ...sampleOptions(),
    requestInterceptor: (request) => prepared(request, document, merchant.chosen()),
    onComplete: authorize,
  })
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
