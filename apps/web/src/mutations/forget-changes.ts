/** Where a tab stores the changes that wait (kept-changes.ts). */
export const keptPlace = 'tandem.changes'

/** In a file of its own: the page of sign-in needs nothing else of them. */
export const forgetChanges = (): void => sessionStorage.removeItem(keptPlace)
