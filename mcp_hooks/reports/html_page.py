"""The frame of the HTML report: style, script and the policy that allows these two and nothing else."""
from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from mcp_hooks.reports.escape import html_text

STYLE = '''
:root{color-scheme:light dark;--bg:#f7f7f5;--card:#fff;--fg:#1c1c1a;--dim:#5f5f5a;--line:#e2e1dc;--code:#f1f0ec;--accent:#2b5fb3;
--error:#b3261e;--error-bg:#fbeae9;--warning:#8a5a00;--warning-bg:#fdf3dd;--note:#1f6377;--note-bg:#e6f3f7;--good:#2a6b3c;--good-bg:#e7f4ea}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#141513;--card:#1d1e1c;--fg:#e9e8e3;--dim:#a3a29b;--line:#343530;
--code:#272824;--accent:#8db4f5;--error:#ff8a80;--error-bg:#3a1f1d;--warning:#f0b849;--warning-bg:#352a12;--note:#7cc7dc;--note-bg:#15303a;
--good:#86cf9a;--good-bg:#17301e}}
:root[data-theme=dark]{color-scheme:dark;--bg:#141513;--card:#1d1e1c;--fg:#e9e8e3;--dim:#a3a29b;--line:#343530;--code:#272824;
--accent:#8db4f5;--error:#ff8a80;--error-bg:#3a1f1d;--warning:#f0b849;--warning-bg:#352a12;--note:#7cc7dc;--note-bg:#15303a;--good:#86cf9a;
--good-bg:#17301e}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:9}
header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem}
h1{font-size:1.5rem;letter-spacing:-.01em;margin:0}h2{font-size:1.15rem;margin:2.5rem 0 .75rem}h3{font-size:.95rem;margin:1.5rem 0 .5rem;
font-weight:600;overflow-wrap:anywhere}
header p{margin:0;color:var(--dim);flex:1 1 20rem}
button,select,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.3rem .7rem}
button{cursor:pointer}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a{color:var(--accent);text-underline-offset:2px}
code,pre,.place{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.87em}
code{background:var(--code);padding:.1em .35em;border-radius:.3em;overflow-wrap:anywhere}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.75rem;margin:1.5rem 0 0;padding:0;list-style:none}
.counts li{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:.7rem 1rem}
.counts b{display:block;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}.counts span{color:var(--dim);font-size:.87rem}
.counts .error b{color:var(--error)}.counts .warning b{color:var(--warning)}.counts .note b{color:var(--note)}
.counts .none b{color:var(--dim)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0 0}h2,h3{scroll-margin-top:4.5rem}
[aria-pressed=true]{background:var(--fg);color:var(--bg)}
form{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;position:sticky;top:0;background:var(--bg);padding:.75rem 0;z-index:1;
border-bottom:1px solid var(--line)}
form fieldset{border:0;margin:0;padding:0;display:flex;gap:.4rem}form input[type=search]{flex:1 1 12rem;min-width:8rem}
form select{max-width:13rem}
form label.choice{display:inline-flex;gap:.35rem;align-items:center;border:1px solid var(--line);border-radius:.5rem;padding:.3rem .7rem;
background:var(--card);cursor:pointer}
form output{color:var(--dim);font-size:.87rem;font-variant-numeric:tabular-nums}
.hint{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
article{background:var(--card);border:1px solid var(--line);border-left:.3rem solid var(--mark);border-radius:.6rem;padding:.8rem 1.1rem;
margin:.6rem 0}
article.error{--mark:var(--error);--tint:var(--error-bg)}article.warning{--mark:var(--warning);--tint:var(--warning-bg)}
article.note{--mark:var(--note);--tint:var(--note-bg)}
article p{margin:.45rem 0;overflow-wrap:anywhere}article .head{display:flex;flex-wrap:wrap;gap:.3rem .75rem;align-items:baseline;margin:0;
font-size:inherit;font-weight:400}
.badge{display:inline-block;border-radius:1rem;padding:.05rem .6rem;font-size:.8rem;font-weight:600;white-space:nowrap}
.badge.error{color:var(--error);background:var(--error-bg)}.badge.warning{color:var(--warning);background:var(--warning-bg)}
.badge.note{color:var(--note);background:var(--note-bg)}.badge.good{color:var(--good);background:var(--good-bg)}
.badge.off{color:var(--dim);background:var(--code)}
.place{color:var(--dim);overflow-wrap:anywhere}.what{font-weight:500}.dim{color:var(--dim);font-size:.92em}
pre{background:var(--code);border-radius:.4rem;padding:.5rem .8rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
pre .line{color:var(--dim);user-select:none}
mark{background:var(--tint);color:var(--mark);border-bottom:2px solid var(--mark);font-weight:600}
.table{overflow-x:auto;margin:.75rem 0;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
table{border-collapse:collapse;width:100%;min-width:40rem;font-size:.93rem}th,td{text-align:left;padding:.5rem .9rem;
border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}thead th{overflow-wrap:normal;white-space:nowrap}
thead th,caption{color:var(--dim);font-weight:500;font-size:.85rem;border-top:0}
caption{text-align:left;padding:.7rem .9rem .2rem;font-weight:600;color:var(--fg);font-size:.95rem}
tbody th{font-weight:500}figure{margin:0 0 1rem}svg{display:block;max-width:100%;fill:var(--accent)}svg path{stroke:var(--line);fill:none}
figcaption{margin-top:.25rem}
ol.time{list-style:none;margin:0;padding:0;border-left:2px solid var(--line)}
ol.time li{padding:.25rem 0 .5rem 1rem;position:relative}
ol.time li::before{content:"";position:absolute;left:-.4rem;top:.75rem;width:.65rem;
height:.65rem;border-radius:50%;background:var(--dim)}ol.time li.error::before{background:var(--error)}
ol.time li.warning::before{background:var(--warning)}ol.time li.note::before{background:var(--note)}
details{margin:.75rem 0}summary{cursor:pointer;color:var(--dim)}.empty{background:var(--good-bg);color:var(--good);border-radius:.75rem;
padding:1rem 1.25rem;font-weight:500}.nothing{background:var(--warning-bg);color:var(--warning)}
footer{color:var(--dim);font-size:.87rem;padding-top:2.5rem;padding-bottom:2.5rem}[hidden]{display:none!important}
@media(max-width:40rem){form{position:static}h2,h3{scroll-margin-top:1rem}}
@media print{form,nav,#theme,.skip{display:none}:root,:root[data-theme]{color-scheme:light;--bg:#fff;--card:#fff;--fg:#1c1c1a;--dim:#5f5f5a;
--line:#c9c8c2;--code:#f1f0ec;--accent:#2b5fb3;--error:#b3261e;--error-bg:#fbeae9;--warning:#8a5a00;--warning-bg:#fdf3dd;--note:#1f6377;
--note-bg:#e6f3f7;--good:#2a6b3c;--good-bg:#e7f4ea}article,tr{break-inside:avoid}h2,h3{break-after:avoid}.table{overflow:visible}
table{min-width:0}}
'''

SCRIPT = '''
(function(){
var root=document.documentElement,theme=document.getElementById('theme'),form=document.getElementById('filter');
var dark=function(){return root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches};
theme.hidden=false;
theme.addEventListener('click',function(){root.dataset.theme=dark()?'light':'dark';theme.setAttribute('aria-pressed',String(dark()))});
theme.setAttribute('aria-pressed',String(dark()));
addEventListener('beforeprint',function(){[].forEach.call(document.querySelectorAll('details'),function(one){one.open=true})});
if(!form)return;
form.hidden=false;
var cards=[].slice.call(document.querySelectorAll('article')),groups=[].slice.call(document.querySelectorAll('section.file'));
var texts=cards.map(function(card){return(card.dataset.path+' '+card.textContent).toLowerCase()}),choices=['category','rule','path'],
all=cards.reduce(function(sum,card){return sum+Number(card.dataset.count)},0),
left=form.querySelector('output'),none=document.getElementById('none');
function show(){
var on={},words=form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean),count=0;
[].forEach.call(form.elements.severity.length===undefined?[form.elements.severity]:form.elements.severity,function(box){on[box.value]=box.checked});
cards.forEach(function(card,i){
var fits=on[card.dataset.severity]&&choices.every(function(name){
var value=form.elements[name].value;return!value||card.dataset[name].split('\\n').indexOf(value)>=0})&&
words.every(function(word){return texts[i].indexOf(word)>=0});
card.hidden=!fits;if(fits)count+=Number(card.dataset.count)});
groups.forEach(function(group){group.hidden=!group.querySelector('article:not([hidden])')});
left.textContent=count===all?all+(all===1?' finding':' findings'):count+' of '+all+' findings';
none.hidden=count>0}
form.addEventListener('input',show);form.addEventListener('reset',function(){setTimeout(show)});
form.addEventListener('submit',function(event){event.preventDefault()});
show();
})();
'''


def page(title: str, body: str) -> str:
    """A whole document that loads nothing: only this very style and script may run, whatever got into the body."""
    return ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy(STYLE, SCRIPT)}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n'
            f'<title>{html_text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n<script>{SCRIPT}</script>\n</body>\n</html>\n')


def policy(style: str, script: str) -> str:
    """The Content-Security-Policy of a document that loads nothing and runs this one script."""
    return f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    """CSP level 2: the digest of an inline element's text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
