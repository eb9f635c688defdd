/** Search, links to open entries, and copying. It runs in the browser, allowed by the hash of its text; the page works without it. */
export const script = String.raw`(() => {
  const box = document.querySelector('input[type=search]')
  const found = document.querySelector('[role=status]')
  const entries = [...document.querySelectorAll('[data-words]')]
  const sections = [...document.querySelectorAll('main > section')]
  const address = (hash) => location.pathname + (box.value.trim() ? '?q=' + encodeURIComponent(box.value.trim()) : '') + hash

  function search() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const entry of entries) {
      entry.hidden = !words.every((word) => entry.dataset.words.includes(word))
      if (!entry.hidden) count++
    }
    for (const section of sections) section.hidden = words.length > 0 && !section.querySelector('[data-words]:not([hidden])')
    found.textContent = words.length === 0 ? '' : count === 0 ? 'No matches. Fewer words find more.' : count + ' of ' + entries.length + ' entries'
  }

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    if (target.closest('[hidden]')) {
      box.value = ''
      search()
    }
    if (target instanceof HTMLDetailsElement) target.open = true
    target.scrollIntoView()
  }

  function openFirst() {
    const shown = entries.filter((entry) => !entry.hidden)
    const first = shown.find((entry) => entry.id === box.value.trim()) ?? shown[0]
    if (!first) return
    first.open = true
    first.querySelector('summary').focus()
  }

  box.hidden = false
  box.value = new URLSearchParams(location.search).get('q') ?? ''
  box.addEventListener('input', () => {
    search()
    history.replaceState(null, '', address(''))
  })
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      // Or the key would fold the line again to which the focus goes.
      event.preventDefault()
      openFirst()
    }
    if (event.key !== 'Escape') return
    box.value = ''
    box.dispatchEvent(new Event('input'))
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === box) return
    event.preventDefault()
    box.focus()
    box.select()
  })
  addEventListener('hashchange', reveal)
  for (const summary of document.querySelectorAll('summary'))
    summary.addEventListener('click', () => history.replaceState(null, '', address(summary.parentElement.open ? '' : '#' + summary.parentElement.id)))
  if (navigator.clipboard)
    for (const button of document.querySelectorAll('.copied button')) {
      button.hidden = false
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent)
        button.textContent = 'Copied'
        setTimeout(() => { button.textContent = 'Copy' }, 1500)
      })
    }
  search()
  reveal()
})()`
