/** The property of `window` that a hostile text sets if a page runs the text as script. */
export const SIGN = "__ran";

/** Texts that do harm where they are not escaped, or that break a layout. Each begins with a different word. */
export const HOSTILE_TEXTS: readonly string[] = [
  `Tag <script>window.${SIGN}=1</script><img src=x onerror="window.${SIGN}=1">`,
  `Closing </script></title></textarea><svg onload="window.${SIGN}=1">`,
  `Quotes " onfocus="window.${SIGN}=1" autofocus x=' onload='window.${SIGN}=1`,
  `Entities &lt;script&gt;window.${SIGN}=1&lt;/script&gt; &amp;amp; <!-- ]]>`,
  `Template {{name}} $t(common:save) \${window.${SIGN}=1} <%= 1 %> {{constructor.constructor("window.${SIGN}=1")()}}`,
  `Link javascript:window.${SIGN}=1 [x](javascript:window.${SIGN}=1) \u2028 \u2029`,
  "Directions \u202egnitirw\u202d \u2066unclosed \u200f\u200e\ufeff",
  `Storm ${"Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319".repeat(8)}`,
  `Pictures of nothing \u2400 \ufffd \u0001\u0008 ${String.fromCodePoint(0x1f469)}\u200d${String.fromCodePoint(0x1f680)}`,
  `Word ${"incomprehensibilities".repeat(4)}`,
];

/** Text that a page must not contain unescaped, because it begins or ends an element. */
export const UNESCAPED = /<script>window|<img src=x|<\/script><\/title>|<svg onload|" onfocus="/;
