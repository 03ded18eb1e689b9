// Starts Swagger UI with the document that the query names: that of the contract, or that of the control API.

declare const SwaggerUIBundle: (settings: { url: string; dom_id: string }) => void

const query = new URLSearchParams(location.search)
const sandbox = query.get('sandbox')
const { base = '' } = document.body.dataset
const prefix = base + (sandbox === null ? '' : `/sandboxes/${encodeURIComponent(sandbox)}`)
const file = query.get('document') === 'control' ? '/control/openapi.json' : '/openapi.json'

SwaggerUIBundle({ url: prefix + file, dom_id: '#document' })

export {}
