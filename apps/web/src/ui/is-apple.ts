/** Whether the keyboard is that of a Mac: ⌘ for shortcuts, Option for letters. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
