// The script of the checkout page: it works without one, too. The page reports to a shop that frames it, returns to the shop after a
// payment, shows what is chosen at once, and follows the payment.

const { state = '', messages = '{}', redirectUrl = '', returnSeconds = '0' } = document.body.dataset
const isFramed = window.parent !== window

/** Posts the message of an event to the shop, if the assumptions have one. */
function report(event: string, height = 'null'): void {
  const message = JSON.stringify(JSON.parse(messages)[event] ?? null)
  if (!isFramed || message === 'null') return
  const filled = message.replaceAll('"{height}"', height).replaceAll('{height}', height)
  window.parent.postMessage(JSON.parse(filled), '*')
}

new ResizeObserver(() => report('resized', String(document.documentElement.scrollHeight))).observe(
  document.body,
)
for (const button of document.querySelectorAll<HTMLButtonElement>('button.close')) {
  button.hidden = !isFramed
  button.addEventListener('click', () => report('closed'))
}
if (state !== 'open') report('completed')
addEventListener('keydown', ({ key }) => key === 'Escape' && report('closed'))
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
if (!isFramed && redirectUrl !== '')
  setTimeout(() => location.assign(redirectUrl), Number(returnSeconds) * 1000)

for (const select of document.querySelectorAll('select')) {
  const { form } = select
  if (select.id === 'wallet-coin' || form === null) continue
  select.addEventListener('change', () => {
    for (const password of form.querySelectorAll<HTMLInputElement>('[type=password]'))
      password.disabled = true
    form.requestSubmit(form.querySelector<HTMLButtonElement>('[formmethod=get]'))
    for (const control of form.querySelectorAll<HTMLInputElement>('input,select,button'))
      control.disabled = true
  })
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[formmethod=get]')) button.hidden = true
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    button.textContent = 'Copied'
  })
}
if (['pending', 'processing'].includes(state))
  setInterval(async () => {
    if (document.hidden) return
    const text = await fetch(location.href).then(
      (response) => response.text(),
      () => '',
    )
    if (text !== '' && !text.includes(`data-state="${state}"`)) location.reload()
  }, 1000)

export {}
