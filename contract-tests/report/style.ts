// The style sheet of the HTML report.

export const style = `
:root{color-scheme:light dark;--ink:light-dark(#1d2430,#e6eaf0);--soft:light-dark(#5b6675,#9aa5b4);--line:light-dark(#dde3ea,#333c49);--back:light-dark(#fff,#161b22);--box:light-dark(#f5f7fa,#1f262f);--good:light-dark(#19703a,#5fca85);--bad:light-dark(#b3261e,#ff8a80);--doubt:light-dark(#8a5a00,#e8b25a)}
body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--back)}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid var(--line);padding:.35rem .5rem;vertical-align:top;text-align:left}
td:first-child{white-space:nowrap}small{color:var(--soft)}a{color:inherit}
.counts td,.counts thead th{text-align:right}.counts thead th:first-child{text-align:left}.none{color:var(--soft)}
.pass{color:var(--good);font-weight:600}.fail,.error{color:var(--bad);font-weight:600}.inconclusive{color:var(--doubt);font-weight:600}
article{border-left:3px solid var(--bad);padding:0 0 0 1rem;margin:1.5rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--box);padding:.5rem .75rem;margin:.25rem 0;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,monospace;font-size:.92em}`
