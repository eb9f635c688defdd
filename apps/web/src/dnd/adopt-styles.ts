import { StyleInjector } from '@dnd-kit/dom'

/**
 * The library writes its rules into a <style> while something is dragged, which the policy of the page refuses. A sheet that a script
 * makes is allowed: the rules that are left name attributes of dragged elements only, so that they may stay.
 */
export function adoptStyles(): void {
  StyleInjector.prototype.register = (rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }
}
