// The script of the checkout page; it runs in the browser. What is chosen applies at once: until the page of the choice is there,
// no control can be used. In a frame it reports to the parent what happens (messages.ts), and can be closed. Otherwise it returns to
// the shop after a payment.

export const checkoutScript = `const{state,messages,redirectUrl,returnSeconds}=document.body.dataset,parent=window.parent,framed=parent!==window
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
addEventListener('pageshow',(event)=>event.persisted&&location.reload())
for(const button of document.querySelectorAll('[data-copy]')){button.hidden=false
button.addEventListener('click',()=>navigator.clipboard.writeText(button.dataset.copy).then(()=>{button.textContent='Copied'}))}
if(['pending','processing'].includes(state))setInterval(async()=>{if(document.hidden)return
const text=await fetch(location.href).then((response)=>response.text(),()=>'');if(text&&!text.includes('data-state="'+state+'"'))location.reload()},1000)`
