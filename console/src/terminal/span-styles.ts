/**
 * xterm.js gives letters their colours as an attribute, which the page's policy refuses; through the object model it
 * does not. It writes on spans alone.
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
