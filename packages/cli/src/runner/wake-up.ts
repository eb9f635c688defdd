/** Lets a loop wait until it is woken or a timeout passes. A wake-up without a waiter ends the next wait at once. */
export function createWakeUp() {
  let isDue = false
  let wake = () => {}
  return {
    now() {
      isDue = true
      wake()
    },
    async wait(ms: number): Promise<void> {
      if (!isDue) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isDue = false
    },
  }
}
