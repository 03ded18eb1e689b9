// The frame of every page.

import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

const checkoutScript = `const{state,messages,redirectUrl,returnSeconds}=document.body.dataset,parent=window.parent,framed=parent!==window
const report=(event,height='null')=>{const message=JSON.stringify(JSON.parse(messages)[event])
if(framed&&message!=='null')parent.postMessage(JSON.parse(message.replaceAll('"{height}"',height).replaceAll('{height}',height)),'*')}
new ResizeObserver(()=>report('resized',document.documentElement.scrollHeight)).observe(document.body)
const close=document.querySelector('button.close');if(close){close.hidden=!framed;close.addEventListener('click',()=>report('closed'))}
if(state!=='open')report('completed')
addEventListener('keydown',(key)=>key.key==='Escape'&&report('closed'))
if(!framed&&redirectUrl)setTimeout(()=>location.assign(redirectUrl),returnSeconds*1000)
for(const select of document.querySelectorAll('select'))if(select.id!=='wallet-coin')select.addEventListener('change',()=>{const{form}=select
if(form.elements.password)form.elements.password.disabled=true
form.requestSubmit(form.querySelector('[formmethod=get]'));for(const control of form.elements)control.disabled=true})
for(const button of document.querySelectorAll('[formmethod=get]'))button.hidden=true
addEventListener('pageshow',(event)=>event.persisted&&location.reload())
for(const button of document.querySelectorAll('[data-copy]')){button.hidden=false
button.addEventListener('click',()=>navigator.clipboard.writeText(button.dataset.copy).then(()=>{button.textContent='Copied'}))}
if(['pending','processing'].includes(state))setInterval(async()=>{if(document.hidden)return
const text=await fetch(location.href).then((response)=>response.text(),()=>'');if(text&&!text.includes('data-state="'+state+'"'))location.reload()},1000)`

export type Html = ReturnType<typeof html>

/** A page with its HTTP status. */
export interface Page {
  status: 200 | 404 | 409
  page: Html
}

const style = `:root{color-scheme:light dark;--text:#1c2330;--quiet:#5b6577;--line:#d8dde6;--back:#fff;--card:#f6f8fb;--main:#1f5fbf;--on-main:#fff;--good:#17663a;--bad:#a4262c}
@media (prefers-color-scheme:dark){:root{--text:#e7ebf2;--quiet:#a5afc0;--line:#3a4354;--back:#141922;--card:#1e2530;--main:#7fb0ff;--on-main:#0c1220;--good:#6fd19a;--bad:#ff9a9f}}
body{font:16px/1.5 system-ui,sans-serif;max-width:38rem;margin:2rem auto;padding:0 1rem;color:var(--text);background:var(--back)}
h1{font-size:1.4rem;margin:0}header{display:flex;align-items:center;gap:.75rem;margin-bottom:1rem}
.logo{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:.6rem;background:var(--main);color:var(--on-main);font-weight:700}
table{width:100%;border-collapse:collapse}td,th{padding:.35rem 0;border-bottom:1px solid var(--line);text-align:left}
td:last-child,th:last-child{text-align:right}small,footer{color:var(--quiet)}footer{margin-top:2rem;font-size:.85rem}
strong.paid{color:var(--good)}.error{color:var(--bad);border-left:3px solid currentColor;padding-left:.6rem}
button.close{margin-left:auto}form,section.result{margin:1rem 0}section.result{padding:.25rem 1rem;border-left:4px solid var(--main);background:var(--card)}section.completed{border-color:var(--good)}section.canceled{border-color:var(--bad)}section.closed{border-color:var(--quiet)}
div.account{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem .5rem;padding:.75rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}div.account label,div.account small{grid-column:1/-1;margin:0}div.account select,div.account button{background:var(--back)}
.choices{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin:1rem 0}.choices div{flex:1 1 16rem}.choices label{margin:0 0 .25rem}.choices select{width:100%;min-height:2.625rem}label{display:block;margin:.5rem 0}label.inline{display:flex;gap:.5rem;align-items:baseline}
select,input{font:inherit;padding:.4rem;max-width:100%;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.4rem}
[hidden]{display:none!important}button,a.button{font:inherit;padding:.5rem .9rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card);color:inherit;cursor:pointer;text-decoration:none;display:inline-block}
button.primary,a.button{background:var(--main);color:var(--on-main);border-color:var(--main);font-weight:600}
nav{display:flex;gap:.25rem;border-bottom:1px solid var(--line);margin-top:1.5rem}nav a{padding:.5rem .8rem;color:inherit;text-decoration:none}
nav a[aria-current]{border-bottom:3px solid var(--main);font-weight:600}a{color:var(--main)}
nav.methods{overflow-x:auto}nav.methods a{white-space:nowrap}@media (max-width:30rem){nav.methods{gap:0}nav.methods a{flex:1;padding:.5rem .4rem;font-size:.85rem;text-align:center}}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}code{overflow-wrap:anywhere}
fieldset{margin:1rem 0 0;border:1px solid var(--line);border-radius:.5rem}.amount{white-space:nowrap}.renewal{margin:.5rem 0;text-align:right}.logo img{width:100%;border-radius:inherit}button.copy{padding:.1rem .5rem;font-size:.85rem}
@media (min-width:60rem){.checkout{max-width:62rem}.checkout main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 3rem}.checkout footer{grid-column:1/-1}}
.wallet{margin:1rem 0;display:flex;flex-wrap:wrap;gap:1rem;align-items:start}.wallet img{border-radius:.4rem}.wallet dl{flex:1 1 14rem}`

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const rest = "img-src 'self' data:; base-uri 'none'"
const policy = `default-src 'none'; style-src ${hashOf(style)}; ${rest}`
const strict = { 'x-content-type-options': 'nosniff' }

/** Headers of the checkout page, which a shop may frame. Its forms send their origin, which the server checks. */
export const checkoutHeaders = {
  ...strict,
  'referrer-policy': 'same-origin',
  'content-security-policy': `${policy}; script-src ${hashOf(checkoutScript)}; connect-src 'self'; form-action 'self'`,
}
/** Headers of all other pages. */
export const pageHeaders = {
  ...strict,
  'referrer-policy': 'no-referrer',
  'content-security-policy': `${policy}; form-action 'none'; frame-ancestors 'none'`,
}
/** Headers of the dashboard, whose scripts, style and data are this server's. */
export const dashboardHeaders = {
  ...strict,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)} 'self'; ${rest}; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'`,
}
export const pictureHeaders = {
  ...strict,
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** The data of the script of the checkout page. */
interface CheckoutData {
  state: string
  /** Messages to the page around its frame: JSON by event. */
  messages: string
  /** Empty when the shopper stays on the page. */
  redirectUrl: string
  /** After how many seconds the page of a payment returns to the shop. */
  returnSeconds: number
}

/** A whole page. With data, it has the script of the checkout page. `head` is added to its head; a body with `parts` has its own `main`. */
export function page(
  title: string,
  body: Html,
  { data, head, parts = false }: { data?: CheckoutData; head?: Html; parts?: boolean } = {},
): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title><style>${raw(style)}</style>${head ?? ''}</head>
<body${data === undefined ? '' : html` data-state="${data.state}" data-messages="${data.messages}" data-redirect-url="${data.redirectUrl}" data-return-seconds="${data.returnSeconds}" class="checkout"`}>${parts ? body : html`<main>${body}</main>`}${data === undefined ? '' : html`<script>${raw(checkoutScript)}</script>`}</body>
</html>`
}

/** The page for something that does not exist. */
export function missing(what: string, text: Html): Page {
  return { status: 404, page: page(`No such ${what}`, html`<h1>No such ${what}</h1><p>${text}</p>`) }
}
