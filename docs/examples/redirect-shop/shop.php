<?php
// A shop that sends its shoppers to the hosted checkout page, and learns from webhooks what became of their orders.

[, $page, $order] = array_pad(explode('/', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)), 3, '');
$orders = sys_get_temp_dir() . '/orders-' . $_SERVER['SERVER_PORT'] . '.json';
$statuses = file_exists($orders) ? json_decode(file_get_contents($orders), true) : [];

if ($page === 'buy') {
    $invoice = [
        'order' => $order, 'amount' => '40.00', 'currency' => 'USD', 'shippingAddress' => null,
        'cart' => [['id' => 'lamp', 'name' => 'Desk lamp', 'price' => '40.00', 'quantity' => 1]],
        'redirectUrl' => "http://{$_SERVER['HTTP_HOST']}/orders/$order",
    ];
    $headers = ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('PAYTWIN_MERCHANT_TOKEN')];
    $request = ['method' => 'POST', 'header' => $headers, 'content' => json_encode($invoice)];
    $response = file_get_contents(getenv('PAYTWIN_BASE_URL') . '/hosted-page', false, stream_context_create(['http' => $request]));
    header('Location: ' . json_decode($response)->result->url, true, 303);
} elseif ($page === 'webhook') {
    $event = json_decode(file_get_contents('php://input'));
    $signature = base64_decode($event->signature);
    $key = getenv('PAYTWIN_WEBHOOK_PUBLIC_KEY');
    if (openssl_verify($event->data->data, $signature, $key, OPENSSL_ALGO_SHA256) === 1) {
        // Only this text is signed, not the copies of its fields around it.
        $payment = json_decode($event->data->data);
        $statuses[$payment->offerId] = $payment->paymentStatus === '1' ? 'completed' : 'pending';
        file_put_contents($orders, json_encode($statuses));
    } else {
        http_response_code(400);
    }
} else {
    echo "Order $order: ", $statuses[$order] ?? 'not paid';
}
