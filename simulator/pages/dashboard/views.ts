// The other pages of the dashboard: accounts, faults, assumptions, sandboxes, and saving as a scenario.

import { html } from 'hono/html'
import { UsageError } from '../../../core/errors.ts'
import { jsonOf } from '../../../spec/openapi/reading.ts'
import { credentialsOf } from '../../control/handlers/accounts.ts'
import { sandboxEntry, scenarioOf } from '../../control/handlers/sandboxes.ts'
import type { Html } from '../layout.ts'
import {
  accountName,
  address,
  badge,
  copyable,
  label,
  list,
  operationOf,
  prose,
  resolved,
  spaced,
  table,
  time,
  type View,
} from './cells.ts'
import { actionButton, operationForm } from './forms.ts'

const cut = (text: string) => (text.length > 24 ? `${text.slice(0, 24)}…` : text)

/** The test accounts, with their credentials to copy. */
export function accountsPage(view: View): Html {
  const { merchants, shoppers, baseUrl, controlUrl, exchanges } = credentialsOf(view.world)
  const rows = shoppers.map(({ id, name, description, accessToken }) => [
    copyable(accessToken, `the access token of ${name}`),
    description,
    name,
    copyable(id, `the id of ${name}`, cut(id)),
  ])
  const cards = merchants.map((merchant) => {
    const { id, companyName, webhookUrl } = merchant
    const copied = (['id', 'accessToken', 'clientSecret', 'merchantAuth', 'publicKey'] as const).map(
      (name) =>
        [
          label(name),
          copyable(
            merchant[name],
            `the ${label(name).toLowerCase()} of ${companyName}`,
            name === 'publicKey' ? 'PEM' : cut(merchant[name]),
          ),
        ] as const,
    )
    const others = [
      ['User name', merchant.username],
      ['Currencies', merchant.enabledCurrencies.join(', ')],
      ['Verified', merchant.verified ? 'yes' : 'no'],
    ] as const
    return html`<article class="card"><h3>${companyName}</h3>${list([...copied, ...others])}
${operationForm(view, 'registerWebhook', 'Register the webhook', { params: { id }, values: { url: webhookUrl ?? '' }, done: 'The webhook is registered.', name: `Register the webhook of ${companyName}` })}
${webhookUrl === null ? '' : actionButton(view, 'registerWebhook', 'Remove', { params: { id }, body: { url: null }, done: 'The webhook is removed.', name: `Remove the webhook of ${companyName}` })}</article>`
  })
  return html`<h2>Service</h2>${list([
    ['Base URL', copyable(baseUrl, 'the base URL')],
    ['Control API', copyable(controlUrl, 'the URL of the control API')],
    ['Exchanges', exchanges.join(', ')],
  ])}
<h2>Shoppers</h2>${table('Shoppers', ['Access token', 'What happens', 'Name', 'Id'], rows)}
<details class="card"><summary>Set a balance, renew a token</summary>${operationForm(view, 'setBalance', 'Set the balance', { done: 'The balance is set.' })}${operationForm(view, 'issueToken', 'Renew the token', { done: 'The token is valid for its full lifetime from now.' })}</details>
<h2>Merchants</h2><div class="cards" id="merchants" data-live>${cards}</div>`
}

const details = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? spaced(value) : value}`)
    .join(' · ')

/** Injected faults and webhook fault rules. */
export function faultsPage(view: View): Html {
  const {
    subject: { sandbox },
    world,
  } = view
  const faults = sandbox.faults.list()
  const { rules } = world.faultRules
  const rule = resolved(jsonOf(operationOf('setWebhookFaultRules').operation.requestBody)?.schema ?? {})
    .properties?.rules
  const rows = rules.map(({ do: kind, merchantId, ...rest }, index) => [
    kind,
    details({ ...rest, ...(merchantId === undefined ? {} : { merchant: accountName(world, merchantId) }) }),
    actionButton(view, 'setWebhookFaultRules', 'Remove', {
      body: { rules: rules.filter((_, at) => at !== index) },
      done: 'The rule is removed.',
    }),
  ])
  return html`<h2>Injected faults</h2><p class="quiet">They apply to the next requests of an operation.</p>
${operationForm(view, 'injectFault', 'Inject', { values: { 'action.status': '503' }, done: 'The fault applies to the next requests.' })}
<div id="faults" data-live><div>${table(
    'Injected faults',
    ['Operation', 'Action', 'After', 'Times'],
    faults.map(({ operationId, action, after, times }) => [operationId, details(action), after, times]),
  )}${faults.length === 0 ? '' : actionButton(view, 'clearInjectedFaults', 'Remove all', { done: 'The faults are removed.', name: 'Remove all faults' })}</div></div>
<h2>Webhook fault rules</h2><p class="quiet">They change how webhooks are delivered.</p>
<div id="rules" data-live><div>${operationForm(view, 'setWebhookFaultRules', 'Add', { schema: resolved(Object(rule).items), body: { rules }, at: 'rules', done: 'The rule is added.' })}${table('Webhook fault rules', ['Rule', 'Details', 'Actions'], rows)}</div></div>`
}

/** The unspecified behaviors with the assumption in force, and the other options. */
export function assumptionsPage(view: View): Html {
  const { search = '', changed } = view.query
  const listed = view.world.assumptions.list()
  const shown = listed.filter(
    ({ id, question, isChanged }) =>
      `${id} ${question}`.toLowerCase().includes(search.toLowerCase()) && (changed !== 'true' || isChanged),
  )
  const cards = shown.map(({ id, question, assumption, value, effect, otherOptions, isChanged }) => {
    const options = otherOptions.map((use) =>
      actionButton(view, 'setAssumption', use, {
        params: { id },
        body: { use },
        done: `${id} is now ${use}.`,
        name: `${id}: choose ${use}`,
      }),
    )
    return html`<article class="card" id="${id}"><h3><code>${id}</code>${isChanged ? badge('pending', 'changed') : ''}</h3><p>${prose(question)}</p><p class="buttons"><span class="chosen">${assumption}</span></p><div class="buttons">${options}</div><p class="quiet">${prose(effect)}${value === undefined ? '' : ` Value: ${spaced(value)}`}</p></article>`
  })
  return html`<h2>Assumptions</h2><p class="quiet">What the contract leaves open, and what this sandbox does. Each option is permitted.</p>
<form class="fields filters" method="get" role="search"><label class="field"><span>Search</span><input type="search" name="search" value="${search}" placeholder="id or question"></label><label class="inline"><input type="checkbox" name="changed" value="true"${changed === 'true' ? html` checked` : ''}>Changed only</label><button>Filter</button></form>
<p class="quiet">${shown.length} of ${listed.length}</p><div id="assumptions" data-live>${cards}</div>`
}

/** The sandboxes of the simulator, and what can be done with the one that is shown. */
export async function sandboxesPage(view: View): Promise<Html> {
  const {
    subject: { sandbox, sandboxes },
    path,
  } = view
  const listed = await sandboxes.listAll(sandboxEntry)
  const rows = listed.map(({ name, now, baseUrl, damage }) => [
    html`<a href="${name === 'default' ? view.root : `${view.root}/sandboxes/${encodeURIComponent(name)}`}/dashboard">${name}</a>`,
    now === null ? (damage ?? '') : time(now),
    html`<code>${baseUrl}</code>`,
    name === 'default' || name === sandbox.name
      ? ''
      : actionButton(view, 'deleteSandbox', 'Delete', {
          params: { name },
          confirm: `Delete the sandbox ${name}?`,
          done: 'The sandbox {deleted} is deleted.',
          name: `Delete ${name}`,
        }),
  ])
  const without = ['snapshot', 'world', 'assumptions', 'automation']
  return html`<h2>Sandboxes</h2><div id="sandboxes" data-live><div>${table('Sandboxes', ['Name', 'Time', 'Base URL', 'Actions'], rows)}</div></div>
<details class="card" open><summary>Create a sandbox</summary>${operationForm(view, 'putSandbox', 'Create', { without, done: 'The sandbox {name} is created.' })}</details>
<h2>The sandbox ${sandbox.name}</h2>
<p class="buttons"><a class="button" href="${path}/control/snapshot" download="${sandbox.name}.snapshot.json">Download a snapshot</a></p>
<form class="fields" method="post" data-method="POST" data-path="${path}/control/restore" data-done="The snapshot is restored. It is {now}."><label class="field"><span>Restore a snapshot</span><input type="file" accept=".json,application/json" required></label><button>Restore</button></form>
${operationForm(view, 'forkSandbox', 'Fork', { done: 'The sandbox {name} has the same state.' })}
${actionButton(view, 'resetSandbox', 'Reset this sandbox', { confirm: 'Reset the sandbox? To be able to go back, fork it or download a snapshot first.', done: 'The sandbox is at its start again.' })}`
}

/** The sandbox as a scenario to save. */
export async function scenarioPage(view: View): Promise<Html> {
  const { sandbox, writeScenario } = view.subject
  try {
    const { scenario, remarks } = await scenarioOf(sandbox, writeScenario)
    const name = `${sandbox.name}.scenario.json`
    const text = `${JSON.stringify(scenario, null, 2)}\n`
    return html`<h2>Save as scenario</h2><p>Every request since the start of the world, with accounts and secrets as inputs. Replay it with <code>npx paytwin replay ${name}</code>.</p>
${remarks.map((remark) => html`<p>${remark}</p>`)}<p class="buttons"><a class="button" href="${address(view, ['scenario.json'])}" download="${name}">Save ${name}</a></p><pre tabindex="0">${text.slice(0, 4000)}</pre>`
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return html`<h2>Save as scenario</h2><p role="alert" class="error">${error.fact} ${error.detail} ${error.remedy}</p>`
  }
}
