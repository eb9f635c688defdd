/** The page as the service has it now; null without an answer. */
export const currentPage = (): Promise<string | null> =>
  fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  )

/** Loads the page anew, if the service answers: without it the browser would show a page of its own. */
export async function reloadIfThere(): Promise<void> {
  if ((await currentPage()) !== null) location.reload()
}
