/**
 * xterm.js sets colors by style attributes, which the content security policy blocks; setting them through the object
 * model is allowed. It styles spans only.
 */
const set = Element.prototype.setAttribute;

HTMLSpanElement.prototype.setAttribute = function (this: HTMLSpanElement, name: string, value: string): void {
  if (name === "style") {
    this.style.cssText = value;
  } else {
    set.call(this, name, value);
  }
};

export {};
