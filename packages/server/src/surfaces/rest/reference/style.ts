/** The tokens of the web app, as far as a page of text needs them. */
export const style = `:root{color-scheme:light dark;
--canvas:light-dark(oklch(0.975 0.004 95),oklch(0.2 0.008 220));--sunken:light-dark(oklch(0.946 0.006 95),oklch(0.172 0.008 220));
--surface:light-dark(oklch(0.998 0.002 95),oklch(0.247 0.01 220));--hover:light-dark(oklch(0.92 0.008 95),oklch(0.31 0.012 220));
--line:light-dark(oklch(0.895 0.007 95),oklch(0.315 0.011 220));--line-strong:light-dark(oklch(0.67 0.012 200),oklch(0.53 0.014 220));
--ink:light-dark(oklch(0.25 0.015 220),oklch(0.94 0.006 95));--ink-2:light-dark(oklch(0.42 0.015 220),oklch(0.8 0.008 120));
--ink-3:light-dark(oklch(0.495 0.014 220),oklch(0.72 0.01 160));--accent:light-dark(oklch(0.43 0.075 205),oklch(0.79 0.085 198));
--focus:light-dark(oklch(0.56 0.12 215),oklch(0.8 0.11 205));--danger:light-dark(oklch(0.5 0.17 28),oklch(0.77 0.125 26));
--get:light-dark(oklch(0.47 0.14 258),oklch(0.79 0.1 250));--post:light-dark(oklch(0.45 0.095 152),oklch(0.81 0.11 152));
--change:light-dark(oklch(0.48 0.105 62),oklch(0.84 0.11 80));
--mono:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",monospace}
*{box-sizing:border-box}[hidden]{display:none!important}
html{scroll-padding-top:4.5rem}
body{margin:0;font:0.875rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--canvas);overflow-wrap:anywhere}
a{color:var(--accent)}a:focus-visible,summary:focus-visible,input:focus-visible,button:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
code,pre,.type{font-family:var(--mono);font-size:0.8125rem}
header{position:sticky;top:0;z-index:1;display:flex;gap:1rem;align-items:center;padding:.6rem 1rem;background:var(--surface);border-bottom:1px solid var(--line)}
header p,h1{margin:0;white-space:nowrap}h1{font-size:1rem}h1 a{color:inherit;text-decoration:none}
[role=search]{flex:1;max-width:34rem;min-width:0}
input{width:100%;font:inherit;color:inherit;background:var(--canvas);border:1px solid var(--line-strong);border-radius:7px;padding:.35rem .6rem}
input::placeholder{color:var(--ink-3);opacity:1}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;background:var(--surface);padding:.3rem}
.columns{display:grid;grid-template-columns:13rem minmax(0,60rem);gap:2rem;max-width:76rem;margin:0 auto;padding:0 1rem 4rem}
nav{position:sticky;top:3.4rem;align-self:start;max-height:calc(100vh - 3.4rem);overflow-y:auto;padding:1.25rem 0}
nav ul{list-style:none;margin:0;padding:0}nav a{display:inline-block;padding:.15rem 0;color:var(--ink-2);text-decoration:none}nav a:hover{color:var(--ink);text-decoration:underline}
.count,.small{color:var(--ink-3);font-size:.8125rem}
main{padding-top:.75rem;min-width:0}.found{color:var(--ink-2);margin:0}.found:not(:empty){margin:.5rem 0}
section{margin-bottom:2rem}h2{font-size:1.0625rem;margin:0 0 .25rem}
h3{display:inline;font-size:.875rem;font-weight:400}h4{font-size:.8125rem;margin:1.1rem 0 .35rem;color:var(--ink-2)}
section>p{max-width:44rem;color:var(--ink-2)}
.entry{background:var(--surface);border:1px solid var(--line);border-radius:7px;margin:.35rem 0;content-visibility:auto;contain-intrinsic-size:auto 2.4rem}
summary{cursor:pointer;padding:.45rem .75rem;border-radius:7px}summary:hover{background:var(--hover)}
.what{color:var(--ink-2)}.inside{padding:0 .75rem .9rem 1.6rem}.inside>p{max-width:44rem;margin:.5rem 0}
.method{display:inline-block;min-width:3.1rem;font:600 .6875rem/1 var(--mono);color:var(--ink-3)}
.get{color:var(--get)}.post,.event{color:var(--post)}.put,.patch{color:var(--change)}.delete{color:var(--danger)}
.type,.mark{color:var(--ink-3);font-weight:400}.mark{font-size:.75rem}.required{color:var(--danger)}
dl{margin:0}dt{padding-top:.35rem;border-top:1px solid var(--line)}dt:first-of-type{border-top:0}dd{margin:0 0 .35rem;color:var(--ink-2)}dd:empty{margin-bottom:.35rem}
.errors{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;column-gap:1rem}.errors dt,.errors dd{padding-top:.3rem;border-top:1px solid var(--line)}
q{color:var(--ink-3);quotes:none}
pre{margin:0;padding:.6rem .75rem;background:var(--sunken);border-radius:7px;white-space:pre-wrap}
.copied{display:grid;grid-template-columns:1fr auto;align-items:end;row-gap:.35rem;margin-top:1.1rem}.copied h4{margin:0}.copied pre{grid-column:1/-1}.copied button{font:inherit;font-size:.75rem;color:var(--ink-2);background:var(--surface);border:1px solid var(--line-strong);border-radius:7px;padding:.1rem .5rem;cursor:pointer}
@media (max-width:52rem){.columns{grid-template-columns:minmax(0,1fr);gap:0}nav{position:static;max-height:none;padding:.75rem 0 0}nav ul{display:flex;flex-wrap:wrap;gap:.1rem .9rem}
header{flex-wrap:wrap;gap:.4rem 1rem}[role=search]{order:3;flex-basis:100%;max-width:none}header .small{margin-left:auto}input{font-size:16px}html{scroll-padding-top:6.5rem}
.inside{padding-left:.75rem}.what{display:block;padding-left:0}.errors{display:block}.errors dd{border-top:0;padding-top:0}summary{padding:.7rem .75rem}}
@media (pointer:coarse){nav a{padding:.55rem 0}.copied button{padding:.4rem .8rem}}`
