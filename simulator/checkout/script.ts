// The script of the checkout page; it runs in the browser. In a frame it reports to the parent what happens. Otherwise it returns
// to the shop after a payment.

export const checkoutScript = `const{state,uuid,redirectUrl}=document.body.dataset,parent=window.parent,framed=parent!==window
const report=(event,more)=>framed&&parent.postMessage({source:'paytwin-checkout',event,uuid,state,...more},'*')
new ResizeObserver(()=>report('resized',{height:document.documentElement.scrollHeight})).observe(document.body)
if(state!=='open')report('completed')
addEventListener('keydown',(key)=>key.key==='Escape'&&report('closed'))
if(!framed&&redirectUrl)setTimeout(()=>location.assign(redirectUrl),3000)`
